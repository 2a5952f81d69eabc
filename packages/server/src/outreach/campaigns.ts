import {
  type Account,
  type CampaignDraft,
  type CampaignForm,
  CAMPAIGN_DEFAULTS,
  createCampaign,
  deleteDraft,
  pauseCampaign,
  readCampaignForm,
  unscheduleCampaign,
  WEEKDAYS,
} from '@lodestone/core';

import { changeCampaign } from '../campaigns/start.ts';
import { templateFields } from '../campaigns/unwritable.ts';
import { inboxIds, labelled, problemsOf, resolved, startOf, stepsOf } from './campaign-entry.ts';
import { isOther, moveTo } from './campaign-status.ts';
import { type Change, described, differences } from './change.ts';
import { everyCampaign } from './everything.ts';
import { type CampaignEntry, OutreachProblems, type Path, type Problem } from './file.ts';

/**
 * The changes that make the campaigns what the file says.
 * @param coming slugs of the magnets that the file makes before
 */
export async function campaignChanges(
  account: Account,
  entries: readonly CampaignEntry[],
  { prune, note, coming }: { prune: boolean; note(text: string): void; coming: ReadonlySet<string> },
): Promise<Change[]> {
  const known = await campaignsByName(account);
  const named = new Set<string>();
  const changes: Change[] = [];
  const problems: Problem[] = [];
  const fields = await templateFields(account);
  for (const [at, entry] of entries.entries()) {
    const path: Path = ['campaigns', at];
    const name = entry.name.trim();
    if (named.has(name)) problems.push({ path: [...path, 'name'], message: `"${name}" appears twice.` });
    named.add(name);
    problems.push(...(await problemsOf(entry, path, fields)));
    if (problems.length > 0) continue;
    const change = await changeOf(account, known.get(name), { ...entry, name }, path, { note, coming });
    if (change) changes.push(change);
  }
  if (problems.length > 0) throw new OutreachProblems(problems);
  if (prune) changes.push(...pruned(known, named));
  return changes;
}

async function changeOf(
  account: Account,
  form: CampaignForm | undefined,
  entry: CampaignEntry,
  path: Path,
  { note, coming }: { note(text: string): void; coming: ReadonlySet<string> },
): Promise<Change | null> {
  const inboxes = entry.inboxes?.map((address) => address.trim().toLowerCase()).toSorted();
  const settings = await resolved(account, entry, path, coming);
  const steps = stepsOf(entry);
  const actual = form
    ? {
        ...form,
        send_days: WEEKDAYS.filter((day) => form.send_days.includes(day)),
        inboxes: form.inboxes.map(({ address }) => address).toSorted(),
        steps: form.steps.map(({ delay_days, variants }) => ({
          delay_days,
          variants: variants.map(({ label, subject, body }) => ({ label, subject, body })),
        })),
      }
    : {};
  const found = differences(actual, { ...settings, inboxes, steps: steps?.map(labelled) });
  const status = form?.status ?? 'draft';
  const target = entry.status !== undefined && isOther(status, form, entry) ? entry.status : undefined;
  if (form?.status === 'completed' && Object.keys(found).length > 0) {
    note(`Campaign ${entry.name} is completed, so it is left as it is.`);
    return null;
  }
  if (target === 'scheduled' && (startOf(entry) ?? 0) <= account.now()) {
    const message = `"${entry.scheduled_for}" is over: the start must be in the future.`;
    throw new OutreachProblems([{ path: [...path, 'scheduled_for'], message }]);
  }
  const { steps: stepChange, ...plain } = found;
  const details = [
    ...described(plain),
    ...(stepChange ? [`steps: ${stepsShown(actual)} → ${steps?.length ?? 0}, texts as in the file`] : []),
    ...(target ? [`status: ${status} → ${target}`] : []),
  ];
  if (form && details.length === 0) return null;
  return {
    kind: form ? 'change' : 'create',
    what: `campaign ${entry.name}`,
    details,
    path,
    apply: async (account, rehearsing) => {
      const draft: CampaignDraft = {
        ...Object.fromEntries(Object.entries(plain).map(([name, { to }]) => [name, to])),
        // The magnet that it names may have been made just now.
        ...(found['audience'] && { audience: (await resolved(account, entry, path)).audience ?? null }),
        ...(found.inboxes && { inboxes: await inboxIds(account, inboxes ?? [], path) }),
        ...(stepChange && { steps: steps ?? [] }),
      };
      const id = form
        ? form.id
        : (await createCampaign(account, { ...CAMPAIGN_DEFAULTS, ...draft, name: entry.name })).id;
      const move = { id, status, entry, rehearsing, note };
      // What becomes a draft may be unfinished.
      if (target === 'draft') await moveTo(account, { ...move, target });
      if (form && Object.keys(draft).length > 0) await changeCampaign(account, { id, ...draft });
      if (target && target !== 'draft') await moveTo(account, { ...move, target });
    },
  };
}

function stepsShown(actual: { steps?: readonly unknown[] }): number {
  return actual.steps?.length ?? 0;
}

/** Of several with one name, the latest. */
async function campaignsByName(account: Account): Promise<Map<string, CampaignForm>> {
  const found = new Map<string, CampaignForm>();
  for await (const { id, name } of everyCampaign(account)) {
    if (!found.has(name)) found.set(name, await readCampaignForm(account, { id }));
  }
  return found;
}

function pruned(known: ReadonlyMap<string, CampaignForm>, named: ReadonlySet<string>): Change[] {
  return [...known.values()].flatMap(({ name, id, status }): Change[] => {
    if (named.has(name)) return [];
    const what = `campaign ${name}`;
    const path = ['campaigns'];
    if (status === 'draft' || status === 'scheduled') {
      const apply = async (account: Account) => {
        if (status === 'scheduled') await unscheduleCampaign(account, { id });
        await deleteDraft(account, { id });
      };
      return [{ kind: 'remove', what, details: [], path, apply }];
    }
    if (status !== 'active') return [];
    const apply = async (account: Account) => void (await pauseCampaign(account, { id, by: 'application' }));
    return [{ kind: 'change', what, details: ['status: active → paused'], path, apply }];
  });
}

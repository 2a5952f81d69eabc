import {
  type Account,
  type CampaignForm,
  countAudience,
  listEmailAccounts,
  listMagnetTitles,
  readBranding,
  type Db,
  readCampaignForm,
  readSampleLead,
  Refusal,
  type SampleLead,
  whomAnEditChanges,
} from '@lodestone/core';

import { changeCampaign, startCampaign } from '../../campaigns/start.ts';
import type { Config } from '../../config.ts';
import { secretKeys } from '../../secret-key.ts';
import { type Answer, goTo, type Shown } from '../answer.ts';
import { CampaignStatus } from '../components/badge.tsx';
import { Card, Note, PageTitle } from '../components/card.tsx';
import { Input } from '../components/field.tsx';
import { Text } from '../components/text.tsx';
import { counted } from '../format.ts';
import type { Asked, PageHandler } from '../page.ts';
import { textOf } from '../query.ts';
import { AudienceFields } from './audience-fields.tsx';
import {
  audienceFilters,
  draftOf,
  type DraftValues,
  draftValuesOf,
  edited,
  fingerprintOf,
  typedDraft,
} from './draft-values.ts';
import { RunningNote } from './running-note.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { checkSteps } from './step-problems.ts';
import { StepFields } from './step-fields.tsx';
import { type Tested, testStep } from './test-step.ts';
import { Unaddressed } from './unaddressed.tsx';

export async function showEditor(account: Account, { params }: Asked): Promise<Answer> {
  const form = await readCampaignForm(account, { id: params['id'] ?? '' });
  const values = draftValuesOf(form);
  return editorPage(account, form, values, { seen: fingerprintOf(values) });
}

/** Saves what was typed, sends one of its emails as a test, or shows the editor with one step or variant more or less. */
export function saveCampaign(db: Db, config: Config): PageHandler {
  const { publicUrl, smtpUrl } = config;
  const settings = { publicUrl, smtpUrl, secretKeys: () => secretKeys(db, config) };
  return async (account, { params, form, session, outside }) => {
    const stored = await readCampaignForm(account, { id: params['id'] ?? '' });
    const values = typedDraft(form);
    const action = textOf(form, 'do');
    const seen = textOf(form, 'seen');
    const changed = edited(values, action);
    if (changed) return editorPage(account, stored, changed, { seen, previewed: action === 'preview' });
    const tested = await testStep(account, values, { action, to: session.email, settings, outside });
    if (tested) return editorPage(account, stored, values, { seen, tested: { ...tested, action } });
    return save(account, stored, values, { action, seen });
  };
}

async function save(
  account: Account,
  stored: CampaignForm,
  values: DraftValues,
  { action, seen }: { action: string; seen: string },
): Promise<Answer> {
  const { id } = stored;
  const now = fingerprintOf(draftValuesOf(stored));
  // What was sent twice by one page is saved by then.
  if (seen !== '' && seen !== now && fingerprintOf(values) !== now) {
    return editorPage(account, stored, values, { seen: now, overtaken: true });
  }
  let saved = false;
  try {
    await changeCampaign(account, { id, ...draftOf(values) });
    saved = true;
    if (action === 'save_and_start') {
      await startCampaign(account, { id });
      return goTo(`/campaigns/${id}`, 'campaign_started');
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
    if (!saved) return editorPage(account, stored, values, { seen, refusal: error });
    const after = await readCampaignForm(account, { id });
    return editorPage(account, after, values, {
      seen: fingerprintOf(draftValuesOf(after)),
      refusal: error,
    });
  }
  const then = action === 'save_and_close' ? `/campaigns/${id}` : `/campaigns/${id}/edit`;
  return goTo(then, 'campaign_saved');
}

interface Editing {
  /** The fingerprint of what the campaign was when it was opened. */
  seen: string;
  refusal?: Refusal;
  /** What became of a test, and the button that asked for it. */
  tested?: Tested & { action: string };
  /** Whether the emails were asked to be shown as the lead would get them. */
  previewed?: boolean;
  /** Whether it was changed since, so that what was typed is not saved yet. */
  overtaken?: boolean;
}

/** Fields that have their error beside them. */
const MARKED =
  /^(?:name|inboxes|daily_limit|domain_limit|send_(?:days|from|until)|audience\.(?:tag|min_score|search|created_\w+)|steps\[\d+\]\.(?:delay_days|variants\[\d+\]\.(?:subject|body)))$/;

async function editorPage(
  account: Account,
  stored: CampaignForm,
  values: DraftValues,
  { seen, refusal, tested, previewed = false, overtaken = false }: Editing,
): Promise<Shown> {
  const { id, status, joined, inboxes: named } = stored;
  const unsaved = fingerprintOf(values) !== fingerprintOf(draftValuesOf(stored));
  const { sample, unknown } = await sampleOf(account, values.lead);
  const [inboxes, magnets, size, problems, changes, { postal_address }] = await Promise.all([
    listEmailAccounts(account),
    listMagnetTitles(account, { limit: 200 }),
    sizeOf(account, values),
    checkSteps(account, values.steps, sample),
    status === 'draft' || status === 'scheduled' ? null : whomAnEditChanges(account, { id }),
    readBranding(account),
  ]);
  const errors: Readonly<Record<string, string>> = {
    ...(unknown && { lead: unknown.message }),
    ...(refusal?.field === undefined ? {} : { [refusal.field]: refusal.message }),
  };
  return {
    title: refusal ? `Error: ${values.name}` : `Edit ${values.name}`,
    section: 'campaigns',
    scripted: true,
    status: refusal ? 400 : overtaken ? 409 : 200,
    body: (
      <>
        <PageTitle
          up={{ path: `/campaigns/${id}`, label: 'Campaign' }}
          actions={<CampaignStatus>{status}</CampaignStatus>}
        >
          Edit <Text most={100}>{values.name}</Text>
        </PageTitle>
        {refusal && <NotSaved refusal={refusal} />}
        {overtaken && <Overtaken campaign={id} />}
        {status === 'draft' && postal_address === null && <Unaddressed />}
        {changes && <RunningNote joined={joined} changes={changes} />}
        <form
          method="post"
          action={`/campaigns/${id}/edit`}
          class="stack wide"
          data-unsaved={unsaved || undefined}
        >
          <input type="hidden" name="seen" value={seen} />
          <Input
            name="name"
            label="Name"
            value={values.name}
            error={errors['name']}
            required
            maxLength={200}
          />
          <Card title="Emails">
            <StepFields
              action={`/campaigns/${id}/edit`}
              steps={values.steps}
              problems={problems}
              errors={errors}
              lead={values.lead}
              tested={tested}
              previewed={previewed}
            />
          </Card>
          <div class="columns">
            <Card title="Audience" aside={<AudienceSize size={size} />}>
              <AudienceFields values={values} magnets={magnets} errors={errors} />
            </Card>
            <Card title="Sending">
              <SettingsFields
                values={values}
                inboxes={inboxes.data}
                removed={named.filter(({ removed }) => removed)}
                errors={errors}
              />
            </Card>
          </div>
          <SaveButtons campaign={id} draft={status === 'draft'} />
        </form>
      </>
    ),
  };
}

function NotSaved({ refusal: { code, field = '', message } }: { refusal: Refusal }) {
  // What is saved and cannot start yet is told in full.
  const marked = code === 'invalid_parameter' && MARKED.test(field);
  return (
    <Note tone="bad">
      <p>{marked ? 'Not saved. See what is marked below.' : message}</p>
    </Note>
  );
}

function Overtaken({ campaign }: { campaign: string }) {
  return (
    <Note tone="warn">
      <p>
        This campaign was changed after you opened this page, so nothing was saved. What you typed is below.
        Save again to replace those changes, or <a href={`/campaigns/${campaign}/edit`}>see them first</a>.
      </p>
    </Note>
  );
}

function SaveButtons({ campaign, draft }: { campaign: string; draft: boolean }) {
  return (
    <div class="row at-hand">
      {draft && (
        <button type="submit" name="do" value="save_and_start" class="primary">
          Save and start now
        </button>
      )}
      <button type="submit" name="do" value="save_and_close" class={draft ? undefined : 'primary'}>
        Save and close
      </button>
      <button type="submit" name="do" value="save">
        Save
      </button>
      <a href={`/campaigns/${campaign}`}>Cancel</a>
    </div>
  );
}

/** The lead that the emails are shown for: the newest one if nobody has the address that was typed. */
async function sampleOf(account: Account, lead: string): Promise<{ sample: SampleLead; unknown?: Refusal }> {
  try {
    return { sample: await readSampleLead(account, lead) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { sample: await readSampleLead(account, ''), unknown: error };
  }
}

/** How many are in the audience now; null where it is filled by hand, or a filter is wrong. */
async function sizeOf(account: Account, values: DraftValues): Promise<number | null> {
  const filters = audienceFilters(values);
  if (filters === null) return null;
  try {
    return await countAudience(account, filters);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function AudienceSize({ size }: { size: number | null }) {
  return size === null ? null : <span class="small muted">{counted(size, 'active subscriber')} now</span>;
}

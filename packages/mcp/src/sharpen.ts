import type { Lodestone } from '@lodestone/sdk';

import { call, operation, pages } from './call.ts';
import { campaignId, enrollmentId, magnetId, subscriberId } from './find.ts';
import type { Row, Schema } from './operation.ts';

/** How a tool does more for an agent than the operation by itself, so that a task takes fewer calls. */
export interface Sharpening {
  /** Inputs beside those of the contract, or in the place of one of the same name. */
  readonly inputs?: Readonly<Record<string, Schema>>;
  /** Inputs of the contract that another one here does the work of. */
  readonly instead?: readonly string[];
  /** Fields of the answer beside those of the contract. */
  readonly output?: Readonly<Record<string, Schema>>;
  /** Makes what is asked for into what the operation takes. */
  readonly prepare?: (lodestone: Lodestone, given: Row) => Promise<Row>;
  /** In the place of one call of the operation. */
  readonly run?: (lodestone: Lodestone, given: Row) => Promise<Row>;
}

const text = (description: string): Schema => ({ type: 'string', description });

const LIMIT = { limit: { type: 'integer', default: 20, minimum: 1, maximum: 200 } };

const magnet: Sharpening = {
  inputs: { id: text('Id, slug or title') },
  prepare: async (lodestone, { id, ...given }) => ({ ...given, id: await magnetId(lodestone, String(id)) }),
};

const campaign: Sharpening = {
  inputs: { id: text('Id or name') },
  prepare: async (lodestone, { id, ...given }) => ({ ...given, id: await campaignId(lodestone, String(id)) }),
};

const subscriber: Sharpening = {
  inputs: { id: text('Id or email') },
  prepare: async (lodestone, { id, ...given }) => ({
    ...given,
    id: await subscriberId(lodestone, String(id)),
  }),
};

const conversation: Sharpening = {
  inputs: { enrollmentId: text("Enrollment id, or the lead's email for their latest") },
  prepare: async (lodestone, { enrollmentId: named, ...given }) => ({
    ...given,
    enrollmentId: await enrollmentId(lodestone, String(named)),
  }),
};

/** By operation. One that is not here has a tool just as the contract describes it. */
export const SHARPENED: Readonly<Record<string, Sharpening>> = {
  listActivity: { inputs: LIMIT },
  listMagnets: { inputs: LIMIT },
  getMagnet: magnet,
  updateMagnet: magnet,
  listSubscribers: {
    inputs: {
      ...LIMIT,
      magnet: text('Only leads who requested this magnet: id, slug or title'),
      replied: { type: 'boolean', description: 'Only leads who ever replied, or never did' },
    },
    instead: ['magnet_id'],
    prepare: async (lodestone, { magnet, ...given }) => ({
      ...given,
      ...(magnet === undefined ? {} : { magnet_id: await magnetId(lodestone, String(magnet)) }),
    }),
    run: subscribersWhoReplied,
  },
  getSubscriber: subscriber,
  updateSubscriber: {
    inputs: {
      ...subscriber.inputs,
      add_tags: { type: 'array', items: { type: 'string' } },
      remove_tags: { type: 'array', items: { type: 'string' } },
    },
    prepare: withTags,
  },
  unsubscribeSubscriber: subscriber,
  listCampaigns: {
    inputs: {
      ...LIMIT,
      metrics: { type: 'boolean', description: "With each one's replies, bounces and rates" },
    },
    run: campaignsWithMetrics,
  },
  getCampaignMetrics: campaign,
  pauseCampaign: campaign,
  resumeCampaign: campaign,
  getUnibox: {
    inputs: {
      intent: text('Only latest conversations of this reply intent; replied: to be classified'),
      limit: {
        type: 'integer',
        default: 10,
        minimum: 0,
        maximum: 50,
        description: 'Most of the latest conversations',
      },
    },
    run: latestOfIntent,
  },
  getConversation: conversation,
  updateConversation: conversation,
};

/** How many rows are looked at for one answer. */
const MOST_LOOKED_AT = 2_000;

/** The API has no filter for replies; each row tells whether there was one. */
async function subscribersWhoReplied(lodestone: Lodestone, { replied, ...given }: Row): Promise<Row> {
  const list = operation('listSubscribers');
  const { limit = 20, offset = 0 } = given as { limit?: number; offset?: number };
  if (replied === undefined) return call(lodestone, list, { ...given, limit });
  const found: Row[] = [];
  let position = offset;
  for await (const page of pages(lodestone, list, { ...given, offset, limit: 200 })) {
    for (const row of page['data'] as Row[]) {
      position++;
      if ((row['engagement'] as { replied: number }).replied > 0 === replied) found.push(row);
      if (found.length === limit) return { data: found, has_more: true, next_offset: position };
    }
    if (page['has_more'] !== true) break;
    if (position - offset >= MOST_LOOKED_AT) return { data: found, has_more: true, next_offset: position };
  }
  return { data: found, has_more: false, next_offset: null };
}

/** Tags replace the whole set in the API, so those that are to stay are read first. */
async function withTags(lodestone: Lodestone, { add_tags, remove_tags, ...asked }: Row): Promise<Row> {
  const id = await subscriberId(lodestone, String(asked['id']));
  const given = { ...asked, id };
  if (add_tags === undefined && remove_tags === undefined) return given;
  const now = (asked['tags'] as string[] | undefined) ?? (await lodestone.subscribers.get(id)).tags;
  const gone = new Set(((remove_tags as string[] | undefined) ?? []).map((tag) => tag.trim()));
  const tags = [...now, ...((add_tags as string[] | undefined) ?? [])].filter((tag) => !gone.has(tag.trim()));
  return { ...given, tags };
}

/** A campaign's list and its figures are two operations; comparing ten would take eleven calls. */
async function campaignsWithMetrics(lodestone: Lodestone, { metrics, ...given }: Row): Promise<Row> {
  const list = await call(lodestone, operation('listCampaigns'), { limit: 20, ...given });
  if (metrics !== true) return list;
  const data: Row[] = [];
  for (const row of list['data'] as (Row & { id: string })[]) {
    const { enrollments, replies, reply_rate, conversions, sends } = await lodestone.campaigns.metrics(
      row.id,
    );
    const { sent, bounced, open_rate, click_rate, bounce_rate } = sends;
    data.push({
      ...row,
      metrics: {
        enrollments,
        replies,
        reply_rate,
        conversions,
        sent,
        bounced,
        open_rate,
        click_rate,
        bounce_rate,
      },
    });
  }
  return { ...list, data };
}

async function latestOfIntent(lodestone: Lodestone, { intent, limit = 10 }: Row): Promise<Row> {
  const answer = await call(lodestone, operation('getUnibox'), {});
  const latest = (answer['latest'] as Row[]).filter(
    (one) => intent === undefined || one['reply_intent'] === intent,
  );
  return { ...answer, latest: latest.slice(0, limit as number) };
}

import type { AuditAction } from './audit.ts';
import type { Account, Actor } from './db/account.ts';
import { moment } from './db/rows.ts';
import { type Sql, sql } from './db/sql.ts';
import { fromWire, type Kind, toWire } from './ids.ts';

/** Which entries of the audit log. Bounds of the time are included. */
export interface AuditFilter {
  /** A kind of actor, or one of them by id: a user's (usr_…) or a key's (key_…). */
  who?: string | undefined;
  actions?: readonly AuditAction[] | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

/** Whose id is whose. */
const ACTOR_IDS = { user: 'usr', key: 'key' } as const;

/** Whose id the object of an action is, by the action's first word. */
const OBJECT_IDS = new Map<string, Kind>([
  ['campaign', 'cmp'],
  ['conversation', 'enr'],
  ['email_account', 'eml'],
  ['enrollment', 'enr'],
  ['key', 'key'],
  ['magnet', 'mag'],
  ['subscriber', 'sub'],
  // Of several at once: the campaign that they joined.
  ['subscribers', 'cmp'],
]);

interface Row {
  id: string;
  at: Date;
  actor: Actor['kind'];
  actor_id: string | null;
  /** A user's email or a key's name. */
  actor_name: string | null;
  action: string;
  object_id: string | null;
  details: unknown;
}

export type AuditEntry = ReturnType<typeof onWire>;

/**
 * Entries of the audit log, the latest first.
 * @param after id of an entry (aud_…): those that follow it
 */
export async function listAuditLog(
  account: Account,
  { after, limit, ...filter }: AuditFilter & { after?: string | undefined; limit: number },
): Promise<{ data: AuditEntry[]; more: boolean }> {
  const rows = await account.rows<Row>(
    (own) => sql`
      select l.id, l.at, l.actor, l.actor_id, l.action, l.object_id, l.details, 
        coalesce(u.email, k.name, removed.email) as actor_name
      from (
        select l.*
        from ${own('audit_log')} as l
        where ${passes(filter)} and ${follows(after, own('audit_log'))}
        order by l.at desc, l.id desc
        limit ${limit + 1}
      ) as l
      left join ${own('users')} as u on l.actor = 'user' and u.id = l.actor_id
      left join ${own('api_keys')} as k on l.actor = 'key' and k.id = l.actor_id
      left join lateral (
        select r.details ->> 'email' as email from ${own('audit_log')} as r
        where l.actor = 'user' and u.id is null and r.action = 'user.remove' and r.object_id = l.actor_id
        limit 1
      ) as removed on true
      order by l.at desc, l.id desc`,
  );
  return { data: rows.slice(0, limit).map(onWire), more: rows.length > limit };
}

function passes({ who, actions, from, until }: AuditFilter): Sql {
  const conditions = [
    ...(who === undefined ? [] : [didIt(who)]),
    ...(actions === undefined ? [] : [sql`l.action = any(${actions})`]),
    ...(from === undefined ? [] : [sql`l.at >= ${from}`]),
    ...(until === undefined ? [] : [sql`l.at <= ${until}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function didIt(who: string): Sql {
  const uuid = fromWire('usr', who) ?? fromWire('key', who);
  return uuid === null ? sql`l.actor = ${who}` : sql`l.actor_id = ${uuid}`;
}

function follows(after: string | undefined, log: Sql): Sql {
  const uuid = after === undefined ? null : fromWire('aud', after);
  if (uuid === null) return sql`true`;
  const at = sql`(select p.at from ${log} as p where p.id = ${uuid})`;
  return sql`l.at <= ${at} and (l.at < ${at} or l.id < ${uuid})`;
}

function onWire({ id, at, actor, actor_id, actor_name, action, object_id, details }: Row) {
  const object = OBJECT_IDS.get(action.split('.')[0] ?? '');
  return {
    id: toWire('aud', id),
    at: moment(at),
    actor: {
      kind: actor,
      id:
        actor_id !== null && (actor === 'user' || actor === 'key')
          ? toWire(ACTOR_IDS[actor], actor_id)
          : null,
      /** A user's email or a key's name. */
      name: actor_name,
    },
    action,
    /** Its id on the wire; null for what has no page of its own. */
    object: object_id !== null && object !== undefined ? toWire(object, object_id) : null,
    details:
      typeof details === 'object' && details !== null ? (details as Readonly<Record<string, unknown>>) : {},
  };
}

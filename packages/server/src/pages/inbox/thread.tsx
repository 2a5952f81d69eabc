import type { Conversation, ConversationDetails } from '@lodestone/core';

import { Status } from '../components/badge.tsx';
import { excerpt, LongText, Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import { number } from '../format.ts';
import { textOf } from '../query.ts';
import { MatchNote } from './answer.tsx';
import { type InboxFilter, keepingFilter } from './filter.ts';

/** Mails on the page, the latest of them, and characters of each: so that the page stays small whatever was written. */
const MAX_MAILS = 20;
const MAX_CHARACTERS = 1_500;

/** Characters of the one mail that was asked for whole. */
const WHOLE = 30_000;

type Send = Conversation['sends'][number];
type Reply = Conversation['replies'][number];

/** Both directions of a conversation in the order of time. */
export function Thread({
  conversation,
  matched,
  query,
  filter,
}: {
  conversation: Conversation;
  matched: ConversationDetails['matched'];
  query: URLSearchParams;
  filter: InboxFilter;
}) {
  const mails = [
    ...conversation.sends.map((send) => ({
      id: send.id,
      // What has still to go out comes last, whenever it was queued.
      at: send.sent_at ?? (send.status === 'queued' ? '9' : send.queued_at),
      text: send.body,
      send,
    })),
    ...conversation.replies.map((reply) => ({
      id: reply.id,
      at: reply.received_at,
      text: reply.text,
      reply,
    })),
  ].toSorted((a, b) => Number(a.at > b.at) - Number(a.at < b.at));
  const whole = textOf(query, 'whole');
  const shown = mails.slice(-MAX_MAILS);
  return (
    <section class="stack" aria-label="Emails">
      {mails.length === 0 && <p class="muted">No email has been queued for this lead yet.</p>}
      {mails.length > shown.length && (
        <p class="note">
          The latest {number(shown.length)} of {number(mails.length)} emails; the API lists all of them.
        </p>
      )}
      {shown.map((mail, index) => (
        <article key={mail.id} id={mail.id} class={'reply' in mail ? 'card mail received' : 'card mail'}>
          {'reply' in mail ? (
            <ReplyHead reply={mail.reply} matched={matched} />
          ) : (
            <SendHead send={mail.send} />
          )}
          <Body
            label={`Text of email ${index + 1}`}
            text={mail.text}
            most={mail.id === whole ? WHOLE : MAX_CHARACTERS}
            address={wholeAddress(conversation.id, mail.id, filter)}
          />
        </article>
      ))}
    </section>
  );
}

/** The page with one email in full, at its place. */
function wholeAddress(id: string, email: string, filter: InboxFilter): string {
  const path = keepingFilter(`/inbox/${id}`, filter);
  return `${path}${path.includes('?') ? '&' : '?'}whole=${email}#${email}`;
}

function SendHead({ send }: { send: Send }) {
  return (
    <header>
      <h2>
        <Text most={200}>{send.subject}</Text>
      </h2>
      <p class="small muted">
        Step {send.step}
        {send.variant}, from <Text most={100}>{send.from ?? 'an inbox still to be chosen'}</Text>{' '}
        {send.status !== 'sent' && <Status>{send.status}</Status>}
      </p>
      <p class="small muted">
        {send.sent_at === null ? 'Queued ' : 'Sent '}
        <Moment value={send.sent_at ?? send.queued_at} />
        <Event name="opened" at={send.opened_at} />
        <Event name="clicked" at={send.clicked_at} />
        <Event name="bounced" at={send.bounced_at} />
      </p>
      {send.failure !== null && (
        <p class="error">
          <Text most={500}>{send.failure}</Text>
        </p>
      )}
    </header>
  );
}

function Event({ name, at }: { name: string; at: string | null }) {
  if (at === null) return null;
  return (
    <>
      {`, ${name} `}
      <Moment value={at} />
    </>
  );
}

function ReplyHead({ reply, matched }: { reply: Reply; matched: ConversationDetails['matched'] }) {
  return (
    <header>
      <h2>
        <Text most={200}>{reply.subject ?? 'Reply with no subject'}</Text>
      </h2>
      <p class="small muted">
        From <Text most={100}>{reply.from}</Text>, received <Moment value={reply.received_at} />
      </p>
      <MatchNote id={reply.id} matched={matched} />
    </header>
  );
}

function Body({
  label,
  text,
  most,
  address,
}: {
  label: string;
  text: string;
  most: number;
  address: string;
}) {
  if (text === '') return <p class="muted">No text.</p>;
  const shown = excerpt(text, most);
  return (
    <>
      <LongText label={label}>{shown}</LongText>
      {shown !== text && (
        <p class="small muted">
          {most < WHOLE ? (
            <a href={address}>Show more of its {number(text.length)} characters</a>
          ) : (
            `The first ${number(most)} of ${number(text.length)} characters.`
          )}
        </p>
      )}
    </>
  );
}

import { type ConversationDetails, LONGEST_ANSWER } from '@lodestone/core';

import { Status } from '../components/badge.tsx';
import { Card } from '../components/card.tsx';
import { Input, TextArea } from '../components/field.tsx';
import { LongText, Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';

/** What a form shows: what was typed or kept, and what is wrong with it. */
export interface Written {
  text: string;
  error?: string;
}

export function AnswerForm({ action, written }: { action: string; written: Written }) {
  return (
    <Card title="Reply" id="answer">
      <form method="post" action={action} class="stack">
        <TextArea
          name="body"
          label="Your reply"
          hint="Sent in the same thread, from the inbox that received the latest reply."
          rows={6}
          maxLength={LONGEST_ANSWER}
          value={written.text}
          error={written.error}
        />
        <div class="row">
          <button type="submit" class="primary" name="do" value="send">
            Send reply
          </button>
          <button type="submit" name="do" value="save">
            Save draft
          </button>
        </div>
      </form>
    </Card>
  );
}

/** What was answered by hand, and how sending it went. */
export function Answers({ answers }: Pick<ConversationDetails, 'answers'>) {
  if (answers.length === 0) return null;
  return (
    <section class="stack" aria-label="Your replies" id="answers">
      {answers.map((answer) => (
        <article key={answer.id} class="card mail">
          <header>
            <h2>Your reply</h2>
            <p class="small muted">
              <Status>{answer.state}</Status> Written <Moment value={answer.written_at} />
              {answer.sent_at !== null && (
                <>
                  , sent <Moment value={answer.sent_at} />
                </>
              )}
            </p>
            {answer.response !== null && answer.state !== 'sent' && (
              <p class="error">
                <Text most={500}>{answer.response}</Text>
              </p>
            )}
          </header>
          <LongText label="Text of your reply">{answer.body}</LongText>
        </article>
      ))}
    </section>
  );
}

export function ConversionForm({
  action,
  converted,
  written,
}: {
  action: string;
  converted: boolean;
  written: Written;
}) {
  return (
    <Card title="Conversion" id="conversion">
      <form method="post" action={action} class="stack">
        {!converted && <p class="small muted">Record one when this lead buys or signs up.</p>}
        <Input
          name="value_usd"
          label="Value in US dollars"
          hint={converted ? 'Already recorded. A new value replaces it.' : 'Leave empty if unknown.'}
          value={written.text}
          error={written.error}
          autoComplete="off"
        />
        <button type="submit">{converted ? 'Change value' : 'Record conversion'}</button>
      </form>
    </Card>
  );
}

const MATCHED_BY = {
  in_reply_to: 'Matched: it answers an email of yours',
  references: 'Matched: it is in the thread of an email of yours',
  provider_id: 'Matched by the ID the mail provider gave your email',
  sent_copy: 'Matched by a copy in the Sent folder',
  token: 'Matched by the address it was sent to',
  guess: 'Probably a reply to your email: guessed by its sender and the inbox that received it',
} as const;

/** What a reply was matched by, with the words of it. */
export function MatchNote({ id, matched }: { id: string } & Pick<ConversationDetails, 'matched'>) {
  const found = matched.get(id);
  if (!found?.by) return null;
  if (found.evidence === null) return <p class="small muted">{MATCHED_BY[found.by]}</p>;
  return (
    <details class="small muted">
      <summary>{MATCHED_BY[found.by]}</summary>
      <p>
        <Text most={200}>{found.evidence}</Text>
      </p>
    </details>
  );
}

const SAID_BY = {
  rules: 'Classified by rules',
  model: 'Classified by the AI model',
  hand: 'Set by hand',
} as const;

/** What the intent rests on. */
export function IntentEvidence({ intent }: Pick<ConversationDetails, 'intent'>) {
  const { intent_by, intent_confidence, intent_evidence } = intent;
  if (intent_by === null) return null;
  return (
    <p class="small muted">
      {SAID_BY[intent_by]}
      {intent_confidence !== null && `, ${Math.round(intent_confidence * 100)}% sure`}
      {intent_evidence !== null && (
        <>
          {': “'}
          <Text most={200}>{intent_evidence}</Text>”
        </>
      )}
    </p>
  );
}

/** What came back and is no reply: bounces, complaints, automatic answers. */
export function Beside({ beside }: Pick<ConversationDetails, 'beside'>) {
  if (beside.length === 0) return null;
  return (
    <Card title="Also received" id="beside">
      <ul class="plain stack">
        {beside.map((one) => (
          <li key={`${one.received_at}${one.subject}`} class="small">
            <Status>{one.kind}</Status> <Moment value={one.received_at} />
            {meaningOf(one.reading) !== null && <div>{meaningOf(one.reading)}</div>}
            <div>
              <Text most={200}>{wordsOf(one.reading) ?? one.subject ?? one.from_address}</Text>
            </div>
          </li>
        ))}
      </ul>
      <p class="small muted">None of this counts as a reply.</p>
    </Card>
  );
}

const BOUNCES: Record<string, string> = {
  hard: 'The address does not exist, or no longer accepts email.',
  ours: 'Refused because of your inbox, your domain or the text, not because of the lead’s address.',
  delivered: 'It arrived.',
};

/** What a bounce, or an answer saying that somebody has left, means for the lead; null for anything else. */
function meaningOf(reading: Record<string, unknown> | null): string | null {
  if (reading?.['left'] !== undefined) return 'They no longer work there, so their sequences ended.';
  if (reading?.['kind'] !== 'bounce') return null;
  if (reading['outcome'] === 'soft') {
    return reading['action'] === 'delayed'
      ? 'Delayed: we will try their mail server again.'
      : 'It did not arrive this time. The sequence continues.';
  }
  return BOUNCES[String(reading['outcome'])] ?? null;
}

function wordsOf(reading: Record<string, unknown> | null): string | null {
  for (const name of ['diagnostic', 'until', 'left', 'rule']) {
    const said = reading?.[name];
    if (typeof said === 'string') return name === 'until' ? `Away until ${said}` : said;
  }
  return null;
}

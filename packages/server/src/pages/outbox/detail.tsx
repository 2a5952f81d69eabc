import { type Account, readOutboxMail } from '@lodestone/core';
import { readShown } from '@lodestone/mail';

import type { Served, Shown } from '../answer.ts';
import { Badge, inWords } from '../components/badge.tsx';
import { Card, Fact, Facts, PageTitle } from '../components/card.tsx';
import { LongText, Text } from '../components/text.tsx';
import { Moment } from '../figure.tsx';
import type { Asked } from '../page.ts';

export async function showOutboxMail(account: Account, { params }: Asked): Promise<Shown> {
  const { id, kind, to, at, raw } = await readOutboxMail(account, { id: params['id'] ?? '' });
  const { subject, text, html } = await readShown(raw);
  const headers = raw.toString('utf8').split('\r\n\r\n', 1)[0] ?? '';
  return {
    title: subject,
    section: 'outbox',
    body: (
      <>
        <PageTitle up={{ path: '/outbox', label: 'Outbox' }} actions={<Badge>{inWords(kind)}</Badge>}>
          <Text most={200}>{subject}</Text>
        </PageTitle>
        <div class="columns">
          <Card title="Preview">
            <Facts>
              <Fact name="To">
                <Text>{to}</Text>
              </Fact>
              <Fact name="When">
                <Moment value={at} />
              </Fact>
            </Facts>
            {html === null ? (
              <LongText label="Email">{text}</LongText>
            ) : (
              <iframe
                class="email"
                src={`/outbox/${id}/html`}
                title="Email"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
              />
            )}
          </Card>
          <div class="stack">
            <Card title="Plain text">
              <LongText label="Email as plain text">{text}</LongText>
            </Card>
            <Card title="Headers">
              <LongText label="Email headers">{headers}</LongText>
            </Card>
          </div>
        </div>
      </>
    ),
  };
}

/** Nothing of an email runs, and nothing is loaded: its pixel would record an open that did not happen. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'self'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Links open beside the application, and the email lies on light ground, as programs for emails show it. */
const FRAME =
  '<!doctype html><base target="_blank"><style>body{background:#fff;color:#111;font:16px/1.5 system-ui,sans-serif;margin:16px}</style>';

/** `GET /outbox/:id/html`: for the frame of the page above. */
export async function showOutboxMailHtml(account: Account, { params }: Asked): Promise<Served> {
  const { raw } = await readOutboxMail(account, { id: params['id'] ?? '' });
  const { html } = await readShown(raw);
  return {
    serve: async (_request, response) => {
      response.setHeader('Content-Security-Policy', POLICY);
      response.setHeader('X-Frame-Options', 'SAMEORIGIN');
      response.setHeader('Referrer-Policy', 'no-referrer');
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.send(FRAME + (html ?? 'This email has no HTML part.').replaceAll(/<img\b[^>]*>/gi, ''));
    },
  };
}

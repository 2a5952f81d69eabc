import {
  type Account,
  type Branding,
  type ClaimedMail,
  downloadPath,
  inkOn,
  keepMailLinks,
  OWN_COLOR,
  readAnswerContent,
  readAskedTitles,
  readAsset,
  readBranding,
  readDeliveryContent,
  senderThrough,
} from '@lodestone/core';
import { composeMail, type ComposedEmail, type Email, renderTemplate, replySubject } from '@lodestone/mail';

import { type TrackedLinks, trackedLinks } from './tracked-links.ts';

/** The name that a test greets, so that the owner sees where a name goes. */
export const SAMPLE = { first_name: 'Alex', last_name: 'Example' };

/** What an email says, and what of it is followed. */
type Text = Omit<Email, 'from' | 'to' | 'messageId' | 'date'> & { tracked?: TrackedLinks };

/**
 * Writes an email that was claimed, as it goes to the server. A test is written exactly as subscribers get it.
 * @param baseUrl the base of every link
 * @throws an Error that says what is wrong with the magnet's email
 */
export async function writeMail(
  account: Account,
  mail: ClaimedMail,
  baseUrl: string,
): Promise<ComposedEmail> {
  const branding = await readBranding(account);
  const sender = await senderThrough(account, mail.email_account_id);
  const { tracked, ...text } = await writerOf(mail)(account, mail, branding, baseUrl);
  const composed = await composeMail({
    from: { name: sender.name, address: sender.address },
    to: { address: mail.to_address },
    messageId: mail.message_id,
    date: account.now(),
    automatic: true,
    ...text,
  });
  // The links are numbered while the email is composed.
  await keepMailLinks(account, { mail_id: mail.id, links: tracked?.kept() ?? [] });
  return composed;
}

type Writer = (account: Account, mail: ClaimedMail, branding: Branding, baseUrl: string) => Promise<Text>;

function writerOf({ kind }: ClaimedMail): Writer {
  if (kind === 'answer') return answer;
  if (kind === 'confirmation') return confirmation;
  if (kind === 'email_change') return emailChange;
  return kind === 'email_changed' ? emailChanged : delivery;
}

/** To the address that a user wants to sign in with. */
async function emailChange(
  _account: Account,
  { to_address, token }: ClaimedMail,
  { sender }: Branding,
  baseUrl: string,
): Promise<Text> {
  const url = `${baseUrl}/settings/sign-in/email?token=${token}`;
  return {
    subject: 'Confirm your new sign-in email',
    body: [
      `You asked to sign in to ${sender} on Lodestone as ${to_address}. Please confirm within a day, in a browser where you are signed in:`,
      url,
      "If you didn't ask for this, ignore this email and nothing will change.",
    ].join('\n\n'),
    named: button(url, 'Confirm this email', null),
    footer: { reason: 'You received this email because somebody entered this address under Settings.' },
  };
}

/** To the address that a user signed in with until now, in case it was not them. */
async function emailChanged(
  _account: Account,
  { to_address }: ClaimedMail,
  { sender }: Branding,
  baseUrl: string,
): Promise<Text> {
  return {
    subject: 'Your sign-in email was changed',
    body: [
      `${to_address} no longer signs in to ${sender} on Lodestone (${baseUrl}): the sign-in email was changed, and all other sessions were ended.`,
      "If this wasn't you, ask another owner of the account, or the person who runs this server, to restore it.",
    ].join('\n\n'),
    footer: { reason: 'You received this email because this address was used to sign in.' },
  };
}

/** What somebody wrote by hand, in the thread that it answers. */
async function answer(account: Account, mail: ClaimedMail): Promise<Text> {
  const { subject, body, signature, thread } = await readAnswerContent(account, mail.id);
  return {
    subject: replySubject(subject),
    body,
    ...(signature === null ? {} : { signature }),
    thread,
    automatic: false,
  };
}

/** It contains nothing that the visitor typed, so that the form cannot be used to write to others. */
async function confirmation(
  account: Account,
  mail: ClaimedMail,
  { sender, color, postal_address }: Branding,
  baseUrl: string,
): Promise<Text> {
  if (mail.magnet_id === null) {
    const url = `${baseUrl}/preferences/confirm?token=${mail.token}`;
    return {
      subject: `Do you want emails from ${sender} again?`,
      body: [
        `You asked to receive emails from ${sender} again. Please confirm within a day:`,
        url,
        "If you didn't ask for this, ignore this email and you'll stay unsubscribed.",
      ].join('\n\n'),
      named: button(url, 'Subscribe again', color),
      footer: footerOf(
        'You received this email once, because you asked to subscribe again on your preferences page.',
        postal_address,
      ),
    };
  }
  const titles = await readAskedTitles(account, mail.id);
  const url = `${baseUrl}/c/${mail.token}`;
  return {
    subject: `Please confirm: ${titles.join(', ')}`,
    body: [
      `You asked ${sender} to email you:`,
      titles.join('\n'),
      'Please confirm, and we will send it to you:',
      url,
      "If this wasn't you, you can ignore this email. Nothing else will be sent.",
    ].join('\n\n'),
    named: button(url, 'Yes, send it to me', color),
    footer: footerOf(
      'You received this email once, because your address was entered in a form.',
      postal_address,
    ),
  };
}

async function delivery(
  account: Account,
  mail: ClaimedMail,
  { sender, color, postal_address, track_clicks, track_opens }: Branding,
  baseUrl: string,
): Promise<Text> {
  if (mail.magnet_id === null) throw new Error('The email is of no magnet.');
  const { title, subject, body, subscriber } = await readDeliveryContent(account, {
    magnet_id: mail.magnet_id,
    subscriber_id: mail.subscriber_id,
  });
  const asset = await readAsset(account, mail.magnet_id);
  if (asset === null && body.includes('download_url')) {
    throw new Error('This magnet has no file or link yet. Add one, then try again.');
  }
  const url = baseUrl + (await downloadPath(account, { mail, from: account.now() }));
  const values = {
    ...(subscriber ?? SAMPLE),
    magnet_title: title,
    sender_name: sender,
    download_url: url,
  };
  const tracked = track_clicks ? trackedLinks(`${baseUrl}/l/${mail.token}`, baseUrl) : undefined;
  const unsubscribeUrl = `${baseUrl}/u/${mail.token}`;
  return {
    subject: await fillIn('subject', subject, values, mail),
    body: await fillIn('text', body, values, mail),
    named: button(url, `${asset?.kind === 'file' ? 'Download' : 'Open'} ${title}`, color),
    footer: {
      ...footerOf(`You received this email because you asked ${sender} for “${title}”.`, postal_address),
      unsubscribeUrl,
    },
    unsubscribeUrl,
    ...(tracked && { tracked, link: tracked.link, trap: tracked.trap }),
    ...(track_opens ? { pixel: `${baseUrl}/o/${mail.token}.gif` } : {}),
  };
}

/** A name that somebody left out is written as nothing. */
async function fillIn(
  what: string,
  template: string,
  values: Record<string, string | null>,
  { id, subscriber_id }: ClaimedMail,
): Promise<string> {
  try {
    return (await renderTemplate(template, values, { seed: subscriber_id ?? id })).text;
  } catch (error) {
    throw new Error(`The ${what} cannot be filled in. ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
}

/** What the HTML part shows for an address: words, in the account's colour. */
function button(url: string, words: string, color: string | null): NonNullable<Email['named']> {
  const background = color ?? OWN_COLOR;
  return new Map([[url, { words, background, color: inkOn(background) }]]);
}

function footerOf(reason: string, postalAddress: string | null) {
  return { reason, ...(postalAddress === null ? {} : { postalAddress }) };
}

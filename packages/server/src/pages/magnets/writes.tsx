import { changeMagnetStatus, editMagnet, readMagnet, recordTestSend, Refusal } from '@lodestone/core';

import type { Config } from '../../config.ts';
import { goTo } from '../answer.ts';
import type { PageHandler } from '../page.ts';
import { textOf } from '../query.ts';
import { magnetPage } from './detail.tsx';
import { STATUSES } from './status-form.tsx';
import { sendTestMail } from './test-mail.ts';

export function saveMagnet(config: Config): PageHandler {
  return async (account, { params, form, session }) => {
    const id = params['id'] ?? '';
    const values = {
      title: textOf(form, 'title'),
      slug: textOf(form, 'slug'),
      description: textOf(form, 'description'),
    };
    try {
      await editMagnet(account, { id, ...values });
    } catch (error) {
      if (!(error instanceof Refusal) || error.field === undefined) throw error;
      const magnet = await readMagnet(account, { id });
      return magnetPage(config, session.email, magnet, { values, errors: { [error.field]: error.message } });
    }
    return goTo(`/magnets/${id}`, 'magnet_saved');
  };
}

export function saveStatus(config: Config): PageHandler {
  return async (account, { params, form, session }) => {
    const id = params['id'] ?? '';
    const asked = textOf(form, 'status');
    const status = STATUSES.find((status) => status === asked);
    try {
      if (status === undefined)
        throw new Refusal('invalid_parameter', `Choose one of ${STATUSES.join(', ')}.`);
      await changeMagnetStatus(account, { id, status });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
      return magnetPage(config, session.email, await readMagnet(account, { id }), {
        status: messageOf(error),
      });
    }
    return goTo(`/magnets/${id}`, 'magnet_status');
  };
}

/** The rule's message speaks to callers of the API, who cannot send a test; here the button stands below. */
function messageOf(refusal: Refusal): string {
  return refusal.code === 'test_send_required'
    ? 'Not made public: no test of this magnet has succeeded yet.'
    : refusal.message;
}

/** The mail is sent outside of any transaction; only how it went is recorded. */
export function sendTest(config: Config): PageHandler {
  return async (account, { params, session }) => {
    const magnet = await readMagnet(account, { id: params['id'] ?? '' });
    const error = await sendTestMail(config, session.email, magnet);
    await recordTestSend(account, { id: magnet.id, error });
    return goTo(`/magnets/${magnet.id}#test`, error === null ? 'test_sent' : 'test_failed');
  };
}

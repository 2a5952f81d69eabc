import { RECOVERY_CODES, type TwoStep } from '@lodestone/core';

import { Card } from '../../components/card.tsx';
import { Moment } from '../../figure.tsx';

/** Whether it is on, and where it is changed. */
export function TwoStepCard({ of }: { of: TwoStep }) {
  return (
    <Card title="2-step sign-in">
      {of.state === 'on' ? (
        <p>
          On since <Moment value={of.since} />. <CodesLeft left={of.recovery_codes_left} />
        </p>
      ) : (
        <p>
          Off. When it is on, signing in also requires a code from your phone, so a stolen password is not
          enough.
        </p>
      )}
      <div class="row">
        <a class="button" href="/settings/sign-in/two-step">
          {of.state === 'on' ? 'Change' : 'Set up'}
        </a>
      </div>
    </Card>
  );
}

/** How many recovery codes there are still. */
export function CodesLeft({ left }: { left: number }) {
  return (
    <>
      {left} of {RECOVERY_CODES} recovery codes are left.
    </>
  );
}

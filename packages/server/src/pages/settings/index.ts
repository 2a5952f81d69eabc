import { Router } from 'express';

import { goTo } from '../answer.ts';
import type { Shell } from '../page.ts';
import { saveAccount, showAccount } from './account.tsx';
import { forgetModel, saveModel, showModel, testModel } from './ai-model.tsx';
import { showAuditLog } from './audit/index.tsx';
import { saveBranding, saveLogo, showBranding } from './branding.tsx';
import { confirmRevoking, makeKey, revoke, showKeys, showNewKey } from './developers.tsx';
import { askForEmail, confirmEmail, showEmailLink, withdrawEmail } from './email.tsx';
import { changePassword, endOne, endOthers, showSignIn } from './sign-in.tsx';
import { firstTab } from './tabs.tsx';
import { confirmIt, renewCodes, showCodes, showTwoStep, startIt, turnOff } from './two-step/index.tsx';
import { inviteOne, showInvitation, showUsers, withdrawOne } from './users/index.tsx';
import { changeRole, confirmRemoving, confirmReset, removeOne, resetOne } from './users/writes.tsx';

export function settingsPages({ page, ...parts }: Shell): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  routes.get(
    '/settings',
    page(async (_, { session }) => goTo(firstTab(session.role))),
  );
  routes.get('/settings/developers', page(showKeys));
  routes.post('/settings/developers/keys', page(makeKey));
  routes.get('/settings/developers/keys/:id', page(showNewKey));
  routes.get('/settings/developers/keys/:id/revoke', page(confirmRevoking));
  routes.post('/settings/developers/keys/:id/revoke', page(revoke));
  routes.get('/settings/branding', page(showBranding));
  routes.post('/settings/branding', page(saveBranding));
  routes.post('/settings/branding/logo', page(saveLogo, { upload: true }));
  routes.get('/settings/account', page(showAccount));
  routes.post('/settings/account', page(saveAccount));
  routes.get('/settings/sign-in', page(showSignIn));
  routes.post('/settings/sign-in/password', page(changePassword(parts)));
  routes.post('/settings/sign-in/email', page(askForEmail(parts)));
  routes.get('/settings/sign-in/email', page(showEmailLink));
  routes.post('/settings/sign-in/email/confirm', page(confirmEmail));
  routes.post('/settings/sign-in/email/withdraw', page(withdrawEmail));
  routes.get('/settings/sign-in/two-step', page(showTwoStep(parts)));
  routes.post('/settings/sign-in/two-step/start', page(startIt(parts)));
  routes.post('/settings/sign-in/two-step/confirm', page(confirmIt(parts)));
  routes.get('/settings/sign-in/two-step/codes', page(showCodes));
  routes.post('/settings/sign-in/two-step/codes', page(renewCodes(parts)));
  routes.post('/settings/sign-in/two-step/off', page(turnOff(parts)));
  routes.post('/settings/sign-in/sessions/end-others', page(endOthers));
  routes.post('/settings/sign-in/sessions/:id/end', page(endOne));
  routes.get('/settings/users', page(showUsers));
  routes.post('/settings/users/invitations', page(inviteOne));
  routes.get('/settings/users/invitations/:id', page(showInvitation));
  routes.post('/settings/users/invitations/:id/withdraw', page(withdrawOne));
  routes.post('/settings/users/:id/role', page(changeRole));
  routes.get('/settings/users/:id/two-step-off', page(confirmReset));
  routes.post('/settings/users/:id/two-step-off', page(resetOne));
  routes.get('/settings/users/:id/remove', page(confirmRemoving));
  routes.post('/settings/users/:id/remove', page(removeOne));
  routes.get('/settings/ai-model', page(showModel));
  routes.post('/settings/ai-model', page(saveModel(parts)));
  routes.post('/settings/ai-model/test', page(testModel(parts)));
  routes.post('/settings/ai-model/remove', page(forgetModel));
  routes.get('/settings/audit', page(showAuditLog));
  return routes;
}

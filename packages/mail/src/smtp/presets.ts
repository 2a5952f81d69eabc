/**
 * Hosts of the two providers that most inboxes are with. Both take an app password here, and not the one of the account.
 * OAuth will have its place beside `user` and `password` in SmtpServer.
 */
export const PRESETS = {
  google: {
    name: 'Google',
    smtp: { host: 'smtp.gmail.com', port: 465, protection: 'implicit' },
    imap: { host: 'imap.gmail.com', port: 993, protection: 'implicit' },
    appPassword:
      'Turn on 2-Step Verification, create an app password at https://myaccount.google.com/apppasswords and use it here.',
  },
  microsoft: {
    name: 'Microsoft',
    smtp: { host: 'smtp.office365.com', port: 587, protection: 'required' },
    imap: { host: 'outlook.office365.com', port: 993, protection: 'implicit' },
    appPassword:
      'Create an app password at https://mysignins.microsoft.com/security-info and use it here. An administrator must allow authenticated SMTP for the mailbox.',
  },
} as const;

type PresetName = keyof typeof PRESETS;

/** The provider that a host belongs to, if it is one of them. */
export function presetOf(host: string): PresetName | null {
  if (/(?:^|\.)(?:gmail|googlemail|google)\.com$/i.test(host)) return 'google';
  if (/(?:^|\.)(?:office365|outlook|hotmail|live)\.com$/i.test(host)) return 'microsoft';
  return null;
}

import { type Command, textOf, UsageError } from '../command.ts';
import { out } from '../environment.ts';
import { profileNamed, readProfiles, writeProfiles } from '../profiles.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'Remove a saved API key from this machine',
  description:
    'Removes a profile and its key. The key itself keeps working until you revoke it in the application.',
  flags: [],
  examples: ['lodestone logout', 'lodestone logout --profile staging'],
  run: async (given) => {
    const { current, profiles } = readProfiles();
    const name = textOf(given, 'profile') ?? current;
    if (name === '') throw new UsageError('You are not logged in.');
    profileNamed(name);
    delete profiles[name];
    const next = name === current ? (Object.keys(profiles)[0] ?? '') : current;
    writeProfiles({ current: next, profiles });
    await out(`Profile "${name}" removed.${next === '' ? '' : ` Now using "${next}".`}\n`);
  },
};

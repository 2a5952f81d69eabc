import type { Command } from '../command.ts';
import { err, out } from '../environment.ts';
import { profileNamed, readProfiles, writeProfiles } from '../profiles.ts';

export const profiles: Command = {
  name: 'profiles',
  summary: 'List the saved profiles, or switch to one',
  arguments: [{ name: 'NAME', help: 'Profile to use from now on', optional: true }],
  flags: [],
  examples: ['lodestone profiles', 'lodestone profiles staging'],
  run: async ({ arguments: [name] }) => {
    if (name !== undefined) {
      profileNamed(name);
      writeProfiles({ ...readProfiles(), current: name });
    }
    const { current, profiles } = readProfiles();
    const lines = Object.entries(profiles).map(
      ([name, { baseUrl, apiKey }]) =>
        `${name === current ? '*' : ' '} ${name}  ${baseUrl}  …${apiKey.slice(-4)}\n`,
    );
    await out(lines.join(''));
    if (lines.length === 0) err('No profiles yet. Create one with `lodestone login`.');
  },
};

import { LodestoneError } from '@lodestone/sdk';

import { connect } from '../client.ts';
import { type Command, type Given, isSet } from '../command.ts';
import { err } from '../environment.ts';
import { VERSION } from '../version.ts';

export const mcp: Command = {
  name: 'mcp',
  summary: 'Run an MCP server that offers the API to an agent as tools',
  description:
    "Speaks the Model Context Protocol over stdin and stdout; the agent starts it. It offers the tools that the key's scopes allow, read-only unless you pass --allow-writes. The profile or key is chosen as in every other command.",
  flags: [
    {
      name: 'allow-writes',
      type: 'switch',
      help: 'Also offer tools that change data, if the key allows it',
    },
  ],
  examples: ['claude mcp add lodestone -- lodestone mcp', 'codex mcp add lodestone -- lodestone mcp'],
  run: async (given) => {
    const lodestone = connect(given);
    const [{ serve }, scopes] = await Promise.all([import('@lodestone/mcp/stdio.js'), scopesOf(given)]);
    await serve({ lodestone, scopes, allowWrites: isSet(given, 'allow-writes') }, VERSION);
  },
};

/** What the key may do; undefined when it may not even read that. */
async function scopesOf(given: Given): Promise<readonly string[] | undefined> {
  try {
    return (await connect(given).me()).api_key?.scopes;
  } catch (error) {
    if (LodestoneError.is(error, 'insufficient_scope')) return undefined;
    // An agent shows what its servers write to stderr, and starts them again.
    if (!LodestoneError.is(error, 'connection_failed', 'timeout', 'internal_error', 'rate_limited'))
      throw error;
    err(`lodestone: ${error.code}; every tool is listed, and each call tries again.`);
    return undefined;
  }
}

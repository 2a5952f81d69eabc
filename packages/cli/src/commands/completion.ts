import type { Command, Flag } from '../command.ts';
import { COMMON } from '../flags.ts';
import { out } from '../environment.ts';

const SHELLS = ['bash', 'zsh', 'fish'];

export const completion: Command = {
  name: 'completion',
  summary: 'Print a completion script for your shell',
  arguments: [{ name: 'SHELL', help: 'bash, zsh or fish', values: SHELLS }],
  flags: [],
  examples: [
    "echo 'source <(lodestone completion bash)' >> ~/.bashrc",
    "echo 'source <(lodestone completion zsh)' >> ~/.zshrc",
    'lodestone completion fish > ~/.config/fish/completions/lodestone.fish',
  ],
  run: ({ arguments: [shell = ''] }) => out(SCRIPTS[shell as keyof typeof SCRIPTS]),
};

/** What the scripts ask: the words so far, the last of which is being typed. */
export const complete: Command = {
  name: '__complete',
  summary: 'List what could come next',
  hidden: true,
  flags: [],
  run: async () => {},
};

/** A word that could stand next, and what it means. */
type Candidate = readonly [word: string, meaning: string];

/** What could stand in the place of the last word. */
export async function candidates(words: readonly string[], commands: readonly Command[]): Promise<string> {
  // bash gives `--flag=va` as three words.
  const typed = (words.at(-1) ?? '').replace(/^=$/, '');
  const before = words.slice(0, -1).filter((word) => word !== '=');
  const known = commands.filter(({ hidden }) => !hidden);
  const command = longest(known, before);
  const found =
    command === undefined || before.length < command.name.split(' ').length
      ? []
      : await within(command, before, typed);
  const fitting = [...wordsOf(known, before), ...found].filter(([word]) => word.startsWith(typed));
  return fitting.map(([word, meaning]) => `${word}\t${meaning.split('\n')[0]}\n`).join('');
}

const startsWith = (command: Command, words: readonly string[]): boolean =>
  command.name.split(' ').every((word, at) => words[at] === word);

const longest = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands
    .filter((command) => startsWith(command, words))
    .toSorted((a, b) => b.name.length - a.name.length)[0];

/** The next word of the commands that begin as the line does. */
function wordsOf(commands: readonly Command[], before: readonly string[]): Candidate[] {
  const next = new Map<string, string>();
  for (const { name, summary } of commands) {
    const words = name.split(' ');
    const word = words[before.length];
    if (word === undefined || !before.every((typed, at) => words[at] === typed)) continue;
    next.set(word, next.has(word) ? `Commands for ${word}` : summary);
  }
  return [...next];
}

async function within(command: Command, before: readonly string[], typed: string): Promise<Candidate[]> {
  const flags = [...command.flags, ...COMMON];
  const takesValue = (word: string | undefined): Flag | undefined =>
    flags.find(
      ({ name, short, type }) => type !== 'switch' && [`--${name}`, `-${short}`].includes(word ?? ''),
    );
  const open = takesValue(before.at(-1));
  if (open) return valuesOf(command, open, typed);
  const [, written = '', begun = ''] = /^(--[\w-]+=)(.*)$/.exec(typed) ?? [];
  const joined = takesValue(written.slice(0, -1));
  if (joined) {
    const values = await valuesOf(command, joined, begun);
    return values.map(([value, meaning]): Candidate => [written + value, meaning]);
  }
  if (typed.startsWith('-')) return flags.map(({ name, help }): Candidate => [`--${name}`, help]);
  const given = before
    .slice(command.name.split(' ').length)
    .filter((word, at, all) => !word.startsWith('-') && !takesValue(all[at - 1]));
  return (command.arguments?.[given.length]?.values ?? []).map((value): Candidate => [value, '']);
}

async function valuesOf({ name }: Command, flag: Flag, typed: string): Promise<Candidate[]> {
  if (flag.name === 'profile') {
    const { readProfiles } = await import('../profiles.ts');
    return Object.entries(readProfiles().profiles).map(([name, { baseUrl }]): Candidate => [name, baseUrl]);
  }
  if (flag.name !== 'fields') return (flag.values ?? []).map((value): Candidate => [value, '']);
  const { OPERATIONS } = await import('../generated/operations.ts');
  const { FIELDS } = await import('../generated/fields.ts');
  const begun = typed.slice(0, typed.lastIndexOf(',') + 1);
  const id = OPERATIONS.find(({ command }) => command === name)?.id ?? '';
  return (FIELDS[id] ?? []).map((field): Candidate => [begun + field, '']);
}

const SCRIPTS = {
  bash: `# bash completion of lodestone
_lodestone() {
  local line
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    COMPREPLY+=("$line")
  done < <(lodestone __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _lodestone lodestone
`,
  zsh: `#compdef lodestone
# zsh completion of lodestone
_lodestone() {
  local -a found
  local word meaning
  while IFS=$'\\t' read -r word meaning; do
    found+=("\${word//:/\\\\:}:\${meaning}")
  done < <(lodestone __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then _describe lodestone found; else _files; fi
}
if [ "$funcstack[1]" = _lodestone ]; then _lodestone "$@"; else compdef _lodestone lodestone; fi
`,
  fish: `# fish completion of lodestone
function __lodestone_complete
  set -l words (commandline -opc) (commandline -ct)
  lodestone __complete -- $words[2..] 2>/dev/null
end
complete -c lodestone -f -a '(__lodestone_complete)'
`,
};

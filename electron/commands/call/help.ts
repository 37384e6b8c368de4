import { flagsIn, type CliCommand } from './command.ts';
import { flagOf, isFlag } from './flags.ts';

const columns = 96;
/** Flags of nearly every command: listed last and left out of the usage line. */
const everywhere: ReadonlySet<string> = new Set(['config', 'allow-start', 'json']);

/** Describes one command: its usage, flags and exit codes. */
export function helpOf(name: string, command: CliCommand): string {
  const { help } = command;
  return [
    usage(name, command, 'all'),
    ...wrapped(help.about, 0),
    ...table(flagLines(command)),
    ...(help.exit === undefined ? [] : wrapped(`Exit: ${help.exit}`, 0)),
  ].join('\n');
}

/** Lists every command with its required flags. */
export function overview(version: string, commands: Readonly<Record<string, CliCommand>>): string {
  return [
    `skillgate ${version}: check and approve the Agent Skills your MCP servers serve.`,
    '',
    ...table(
      Object.entries(commands).map(([name, command]) => [
        usage(name, command, 'needed'),
        command.help.summary,
      ]),
    ),
    '',
    'Run `skillgate COMMAND --help` for details.',
    "Decisions are stored in SKILLGATE_HOME, or in the platform's data folder.",
  ].join('\n');
}

function usage(name: string, { flags, words }: CliCommand, which: 'all' | 'needed'): string {
  const parts = [`skillgate ${name}`];
  const last: string[] = [];
  for (const { name: word, optional, many } of words) {
    const text = `${word}${many === true ? '...' : ''}`;
    const into = word.startsWith('-- ') ? last : parts;
    if (optional !== true) into.push(text);
    else if (which === 'all') into.push(`[${text}]`);
  }
  for (const [flag, use] of Object.entries(flags)) {
    if (!isFlag(flag) || everywhere.has(flag)) continue;
    const value = use.value ?? flagOf(flag).value;
    const many = use.many ?? flagOf(flag).many;
    const text = `--${flag}${value === undefined ? '' : ` ${value}`}`;
    const needed = use.required === true && (use.unless === undefined || which === 'needed');
    if (needed) parts.push(text);
    else if (which === 'all') parts.push(`[${text}]${many === true ? '...' : ''}`);
  }
  return [...parts, ...last].join(' ');
}

function flagLines({ flags }: CliCommand): (readonly [string, string])[] {
  const own = Object.entries(flags).filter(([flag]) => !everywhere.has(flag));
  const common = Object.entries(flags).filter(([flag]) => everywhere.has(flag));
  return [...own, ...common].flatMap(([flag, use]) => {
    if (!isFlag(flag)) return [];
    const value = use.value ?? flagOf(flag).value;
    const many = use.many ?? flagOf(flag).many;
    const notes = [
      use.required === true
        ? use.unless === undefined
          ? 'required'
          : `required without --${flagsIn(use.unless).join(' or --')}`
        : '',
      use.with === undefined ? '' : `with --${use.with} only`,
      use.without === undefined ? '' : `not with --${flagsIn(use.without).join(' or --')}`,
      many === true ? 'may be repeated' : '',
    ].filter((note) => note !== '');
    const tail = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
    return [
      [
        `--${flag}${value === undefined ? '' : ` ${value}`}`,
        `${use.about ?? flagOf(flag).about}${tail}`,
      ],
    ] as const;
  });
}

/** Formats two columns and wraps the second. */
function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(48, Math.max(...rows.map(([left]) => left.length)));
  return rows.flatMap(([left, right]) => {
    const [first = '', ...rest] = wrapped(right, width + 4);
    const head = `  ${left}`;
    const start = ' '.repeat(width + 4);
    return left.length > width
      ? [head, `${start}${first.trimStart()}`, ...rest]
      : [`${head.padEnd(width + 4)}${first.trimStart()}`, ...rest];
  });
}

/** Wraps text at 96 columns and indents each line. */
function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > columns) {
      lines.push(' '.repeat(indent) + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, ' '.repeat(indent) + line];
}

import { describe, expect, it } from 'vitest';
import { commands, findCommand } from '../commands.ts';
import { answer } from '../run.ts';
import { hereAt } from '../testing/here.ts';
import { CommandError, flagsIn, type CliCommand } from './command.ts';
import { flagOf, flags, isFlag, type FlagName } from './flags.ts';
import { given, split, wantsJson } from './parse.ts';

const every = Object.entries(commands);
const names = Object.keys(flags).filter(isFlag);
const asGiven = (flag: FlagName): string[] =>
  flagOf(flag).value === undefined ? [`--${flag}`] : [`--${flag}`, 'x'];

/** A call that is right: what a command requires, and one flag more with what that needs. */
function rightCall(name: string, { flags: uses, words }: CliCommand, more?: FlagName): string[] {
  const wanted = new Set(names.filter((flag) => uses[flag]?.required === true));
  if (more !== undefined) {
    wanted.add(more);
    const beside = uses[more]?.with;
    if (beside !== undefined) wanted.add(beside);
    for (const flag of wanted) if (flagsIn(uses[flag]?.without).includes(more)) wanted.delete(flag);
  }
  return [
    ...name.split(' '),
    ...words.filter(({ optional }) => optional !== true).map(() => 'word'),
    ...[...wanted].flatMap(asGiven),
  ];
}

/** The mistake that the parser finds before anything runs; null for none. */
function mistakeIn(argv: readonly string[]): string | null {
  const line = split(argv);
  const found = findCommand(line.words);
  if (found.kind !== 'command') return found.kind;
  try {
    given(found.name, commands[found.name]!, line, found.words);
    return null;
  } catch (error) {
    if (error instanceof CommandError && error.code === 'usage') return error.message;
    throw error;
  }
}

describe('every command', () => {
  it.each(every)('%s accepts what its help names', (name, command) => {
    expect(mistakeIn(rightCall(name, command))).toBeNull();
    for (const flag of names)
      if (command.flags[flag] !== undefined)
        expect(mistakeIn(rightCall(name, command, flag)), flag).toBeNull();
  });

  it.each(every)("%s rejects every flag it doesn't take", (name, command) => {
    for (const flag of names)
      if (command.flags[flag] === undefined)
        expect(mistakeIn([...rightCall(name, command), ...asGiven(flag)]), flag).toBe(
          `\`${name}\` doesn't take --${flag}; see \`skillgate ${name} --help\``,
        );
  });

  it.each(every)('%s rejects a call without its required flags', (name, command) => {
    const call = rightCall(name, command);
    const needed = names.filter((one) => command.flags[one]?.required === true);
    for (const flag of needed) {
      const at = call.indexOf(`--${flag}`);
      const without = call.toSpliced(at, flagOf(flag).value === undefined ? 1 : 2);
      expect(mistakeIn(without)).toContain(`--${flag} is missing`);
    }
    for (const word of command.words.filter(({ optional }) => optional !== true))
      expect(mistakeIn(call.filter((one) => one !== 'word'))).toContain(`${word.name} is missing`);
  });

  it.each(every.filter(([, { flags: uses }]) => uses.format !== undefined))(
    '%s refuses one format beside another',
    (name, command) => {
      const call = [...rightCall(name, command, 'format'), '--json'];
      expect(mistakeIn(call)).toContain("--format can't be combined with --json");
    },
  );

  it.each(every)('%s rejects a surplus word', (name, command) => {
    if (command.words.at(-1)?.many === true) return;
    const call = [...rightCall(name, command), ...command.words.map(() => 'word'), 'surplus'];
    expect(mistakeIn(call)).toMatch(/unexpected argument "(?:word|surplus)"/);
  });

  it.each(every)('%s lists each flag in its help', async (name, command) => {
    const output = await answer([...name.split(' '), '--help'], '1.2.3', nowhere);
    const { help } = output.json as { help: string };
    expect(help).toContain(`skillgate ${name}`);
    for (const flag of Object.keys(command.flags)) expect(help).toContain(`  --${flag}`);
    for (const line of help.split('\n').slice(1)) expect(line.length).toBeLessThanOrEqual(96);
  });
});

const nowhere = hereAt({ place: { platform: 'linux', home: '/nowhere', env: {} }, cwd: '/' });

describe('a command line', () => {
  it.each<[string, readonly string[], string]>([
    ['an unknown flag', ['list', '--frobnicate'], 'unknown flag "--frobnicate"'],
    ['an unknown short flag', ['list', '-x'], 'unknown flag "-x"'],
    ['a flag of a prototype', ['list', '--constructor'], 'unknown flag "--constructor"'],
    ['a switch with a value', ['list', '--json=yes'], '--json takes no value'],
    ['a flag without its value', ['list', '--server'], '--server takes a value: --server L'],
    ['a flag with nothing', ['list', '--server='], '--server takes a value: --server L'],
    ['a flag with an empty value', ['list', '--server', ''], '--server takes a value: --server L'],
    [
      'a flag whose value is the next flag',
      ['list', '--server', '--json'],
      '--server takes a value; if it begins with -, write --server=L',
    ],
    [
      'a flag that is given twice',
      ['list', '--server', 'a', '--server=b'],
      '--server can be given only once',
    ],
    ['a switch that is given twice', ['list', '--json', '--json'], '--json can be given only once'],
    ['what lacks two flags', ['check'], '--server and --uri are missing'],
    ['a flag without the one that it belongs to', ['verify', '--uri', 'u'], '--uri needs --server'],
    [
      'two flags that shut each other out',
      ['export', '--as', 'csv', '--bundle', 'f'],
      "--as can't be combined with --bundle",
    ],
    [
      'two formats at once',
      ['lint', 'a', '--json', '--format', 'sarif'],
      "--format can't be combined with --json",
    ],
    [
      'a word that could be a label',
      ['verify', 'acme'],
      '"acme" could be a folder or a server\'s label, so neither was tried: for the folder, ' +
        'write ./acme or --folder acme; for the server, --server acme',
    ],
    [
      'a folder and a server',
      ['findings', '~/skills', '--server', 's'],
      '--server can\'t be combined with a folder ("~/skills")',
    ],
    ['an empty word', ['lint', ''], 'DIR|FILE is empty'],
    ['an empty word among others', ['lint', 'a', ''], 'DIR|FILE is empty'],
    ['an empty label', ['export', 'a', ''], 'LABEL is empty'],
  ])('with %s is rejected by name', (_, argv, mistake) => {
    expect(mistakeIn(argv)).toBe(`${mistake}; see \`skillgate ${argv[0]} --help\``);
  });

  it('returns repeated flags in order, and values that begin with a dash', () => {
    const line = split(['approve', '--grant', 'Read', '--grant=-x', '--note=--json', '--uri=u']);
    expect(line.mistake).toBeNull();
    expect([...line.given]).toEqual([
      ['grant', ['Read', '-x']],
      ['note', ['--json']],
      ['uri', ['u']],
    ]);
  });

  it('leaves everything after -- to the added command', () => {
    const argv = ['servers', 'add', 'mine', '--', 'run', '--json', '--server', ''];
    const line = split(argv);
    expect(line.words).toEqual(['servers', 'add', 'mine', 'run', '--json', '--server', '']);
    expect(mistakeIn(argv)).toBeNull();
    expect(wantsJson(argv)).toBe(false);
  });

  it('accepts - for standard input', () => {
    expect(mistakeIn(['check', '--server', 's', '--uri', 'u', '--resources', '-'])).toBeNull();
  });

  it.each<[string, readonly string[], string]>([
    ['nothing', [], 'no command given'],
    ['only a flag', ['--json'], 'no command given'],
    ['an unknown command', ['frobnicate'], 'there is no command "frobnicate"'],
    ['a command of a prototype', ['constructor'], 'there is no command "constructor"'],
    ['half of a command', ['keys'], 'which one? keys list, keys trust, keys remove'],
    ['an unknown second word', ['servers', 'frob'], 'there is no command "servers frob"'],
    ['help for what is not there', ['frob', '--help'], 'there is no command "frob"'],
  ])('of %s runs nothing', async (_, argv, message) => {
    await expect(answer(argv, '1', nowhere)).rejects.toThrow(message);
  });

  it('lists every command and the version in the overview', async () => {
    const { json } = await answer(['--help'], '1.2.3', nowhere);
    for (const [name] of every) expect((json as { help: string }).help).toContain(name);
    expect(await answer(['--version'], '1.2.3', nowhere)).toMatchObject({
      json: { version: '1.2.3' },
      human: [{ block: '1.2.3' }],
    });
  });
});

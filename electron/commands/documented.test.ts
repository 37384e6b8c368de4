import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseApprovals } from '../../shared/host/index.ts';
import { parsePolicy } from '../core/policy/policy.ts';
import { flags } from './call/flags.ts';
import { helpOf } from './call/help.ts';
import { given, split } from './call/parse.ts';
import { commands, findCommand } from './commands.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = (path: string): string => readFileSync(root + path, 'utf8');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'build/host-package/README.md',
  ...readdirSync(`${root}docs`).map((name) => `docs/${name}`),
];

/** The code blocks of a document, each as its lines. */
const blocks = (document: string): readonly (readonly string[])[] =>
  [...text(document).matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, body = '']) =>
    body.split('\n'),
  );
/** Words as a shell would split them, as far as our examples need it. */
const words = (line: string): string[] =>
  [...line.replace(/\s+#.*$|;.*$/, '').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
/** Every call of the program in a code block, without the program. */
const typed = documents.filter((name) => name !== 'docs/commands.md');
const calls = typed.flatMap((document) =>
  blocks(document)
    .flat()
    .flatMap((line) => {
      const call = /^(?:< \S+ )?(?:skillgate|node dist\/cli\.js) (.*)$/.exec(line)?.[1];
      return call === undefined ? [] : [[document, call] as const];
    }),
);

describe('the command line in the documents', () => {
  it("has every command's help (update with -u)", async () => {
    const whole = [
      '# Every command',
      'What `skillgate COMMAND --help` says; printed from the code. How they are used:\n' +
        '[the command line](command-line.md).',
      ...Object.entries(commands).map(
        ([name, command]) => `## ${name}\n\n\`\`\`text\n${helpOf(name, command)}\n\`\`\``,
      ),
    ].join('\n\n');
    await expect(`${whole}\n`).toMatchFileSnapshot(`${root}docs/commands.md`);
  });

  it('names every flag and no others', () => {
    const everywhere = ['help', 'version'];
    const known = Object.keys(flags).filter((name) => !everywhere.includes(name));
    const said = new Set(
      [...text('docs/commands.md').matchAll(/--([a-z][a-z-]*)/g)].map(([, name]) => name),
    );
    for (const name of everywhere) said.delete(name);
    expect([...said].toSorted()).toEqual(known.toSorted());
  });

  it.each(calls)('parses in %s: skillgate %s', (_, call) => {
    const line = split(words(call));
    const found = findCommand(line.words);
    if (found.kind !== 'command') throw new Error(`${call} names no command`);
    const command = commands[found.name];
    if (command === undefined) throw new Error(`no command ${found.name}`);
    expect(() => given(found.name, command, line, found.words)).not.toThrow();
  });

  it('has more than a few examples', () => {
    expect(calls.length).toBeGreaterThan(10);
    expect(new Set(calls.map(([document]) => document)).size).toBeGreaterThan(2);
  });
});

describe('the example files', () => {
  const example = (document: string): string => {
    const body = blocks(document).find(([first]) => first === '{');
    if (body === undefined) throw new Error(`${document} has no example`);
    return body.join('\n');
  };

  it('of decisions parse and have content', () => {
    const read = parseApprovals(example('docs/approvals-file.md'));
    expect(read).toMatchObject({ status: 'ready', records: [{ decision: 'approved' }] });
  });

  it('of a policy parses', () => {
    expect(parsePolicy(example('docs/policy.md'))).toMatchObject({
      ok: true,
      value: { rules: [{ effect: 'allow' }, { effect: 'allow' }, { effect: 'deny' }] },
    });
  });
});

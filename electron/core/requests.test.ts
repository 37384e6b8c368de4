import { asListed, dynamicFiles } from './stated-paths.ts';
import { describe, expect, it } from 'vitest';
import { requestsOf, toolsOf } from './requests.ts';

describe('tools that a skill asks for', () => {
  it.each<[unknown, string[]]>([
    ['Read Grep', ['Read', 'Grep']],
    ['Read, Grep,Glob', ['Read', 'Grep', 'Glob']],
    ['Bash(git:*) Bash(npm run test:*), Read', ['Bash(git:*)', 'Bash(npm run test:*)', 'Read']],
    ['Bash(a, (b c)) Read', ['Bash(a, (b c))', 'Read']],
    ['Bash(*)', ['Bash(*)']],
    ['Bash(git add', ['Bash(git add']],
    [') Read', [')', 'Read']],
    [' Read\n\tRead ', ['Read']],
    [
      ['Read', 'Bash(git add:*)', 7, null, ' '],
      ['Read', 'Bash(git add:*)'],
    ],
    ['', []],
    [undefined, []],
    [null, []],
    [{ Read: true }, []],
  ])('%j are %j', (value, tools) => {
    expect(toolsOf({ 'allowed-tools': value })).toEqual(tools);
  });

  it('are found under the other spellings of the field', () => {
    expect(
      toolsOf({ 'allowed-tools': 'Read', allowed_tools: ['Write'], allowedTools: 'Read Bash' }),
    ).toEqual(['Read', 'Write', 'Bash']);
  });
});

describe('what a skill asks for', () => {
  it('names fields that a host would run, and files that are programs by name', () => {
    const file = (path: string) => ({ path, uri: `skill://a/${path}` });
    const frontmatter = {
      name: 'a',
      description: 'd',
      license: 'x',
      metadata: {},
      compatibility: 'x',
      hooks: {},
      scripts: {},
      'pre-run': 'x',
      postinstall: 'x',
      mcpServers: {},
      onLoad: 'x',
      presentation: 'x',
      online: 'x',
    };
    const files = [
      'SKILL.md',
      'scripts/extract.py',
      'run.SH',
      'tools/Makefile',
      'lib.so',
      'a.b/README',
      'image.png',
      'notes.txt',
      'x.sh.md',
      '.bash',
    ].map(file);
    expect(requestsOf({ frontmatter, files: asListed(files) })).toEqual({
      tools: [],
      declarative: ['hooks', 'scripts', 'pre-run', 'postinstall', 'mcpServers', 'onLoad'],
      settings: [
        { field: 'hooks', value: '{}' },
        { field: 'scripts', value: '{}' },
        { field: 'pre-run', value: 'x' },
        { field: 'postinstall', value: 'x' },
        { field: 'mcpServers', value: '{}' },
        { field: 'onLoad', value: 'x' },
      ],
      executables: ['scripts/extract.py', 'run.SH', 'tools/Makefile', 'lib.so', '.bash'],
    });
  });

  it('of dynamic content is its frontmatter only', () => {
    expect(requestsOf({ frontmatter: {}, files: dynamicFiles })).toEqual({
      tools: [],
      declarative: [],
      settings: [],
      executables: [],
    });
  });

  it('shows every field that hosts act on with its value, however it is spelled', () => {
    const settingsOf = (frontmatter: Record<string, unknown>) =>
      requestsOf({ frontmatter, files: asListed([]) }).settings;
    expect(
      settingsOf({
        name: 'a',
        description: 'd',
        license: 'MIT',
        metadata: { a: 1 },
        'allowed-tools': 'Read',
        hooks: { Stop: [{ command: './x\u202e.sh' }] },
        model: 'opus',
        disable_model_invocation: true,
        'user-invocable': null,
        mcpServers: {},
      }),
    ).toEqual([
      { field: 'hooks', value: '{"Stop":[{"command":"./x\\u{202E}.sh"}]}' },
      { field: 'model', value: 'opus' },
      { field: 'disable_model_invocation', value: 'true' },
      { field: 'user-invocable', value: 'null' },
      { field: 'mcpServers', value: '{}' },
    ]);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`pre-${at}`, 'x']));
    expect(settingsOf(many)).toHaveLength(41);
    expect(settingsOf(many).at(-1)).toEqual({ field: '… and 10 more', value: '' });
  });
});

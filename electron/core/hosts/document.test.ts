import { describe, expect, it } from 'vitest';
import { cpuCost } from '../testing/cpu-cost.ts';
import { carried } from './entry.ts';
import { bytesOf, entriesOf, putBack, putThrough, textOf } from './document.ts';
import type { GatewayEntry } from './gateway-entry.ts';
import { hostOf } from './host.ts';
import { documented } from './hosts.fixture.ts';

const gateway = (server: string): GatewayEntry => ({
  command: '/opt/skillgate/skillgate',
  args: [],
  env: {},
  server,
  pin: `sha256:${'0'.repeat(64)}`,
});

function changed(
  id: Parameters<typeof hostOf>[0],
  text: string,
  label: string,
  given?: GatewayEntry,
) {
  const host = hostOf(id);
  const entries = entriesOf(text, host);
  if (!entries.ok) throw new Error(entries.error);
  const entry = entries.value.find((one) => one.label === label);
  if (entry === undefined) throw new Error(`no ${label}`);
  const change = putThrough(text, host, entry, given ?? gateway(label));
  return { host, entry, change };
}

function must<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(String(result.error));
  return result.value;
}

describe.each(documented)('the file of $id as its documentation has it', ({ id, text, labels }) => {
  it.each(labels)('has %s put through the gateway and nothing else touched', (label) => {
    const { entry, change, host } = changed(id, text, label);
    const { text: after, span, before } = must(change);
    expect(after.startsWith(text.slice(0, span.start))).toBe(true);
    expect(after.endsWith(text.slice(span.end))).toBe(true);
    expect(text.slice(span.start, span.end)).toBe(before);
    const now = must(entriesOf(after, host)).find((one) => one.label === label);
    expect(must(carried(now?.value ?? {}, null))).toMatchObject({
      kind: 'gateway',
      gateway: { server: label },
    });
    expect(now?.path).toEqual(entry.path);
    expect(after).toMatchSnapshot();
  });

  it.each(labels)('gives %s back to the byte, also with other line ends and a mark', (label) => {
    for (const form of [text, text.replaceAll('\n', '\r\n')]) {
      const file = textOf(Buffer.from(`\uFEFF${form}`));
      const { host, entry, change } = changed(id, file?.text ?? '', label);
      const { text: after, before, after: piece } = must(change);
      if (form !== text) expect(after.replaceAll('\r\n', '')).not.toContain('\n');
      const back = must(putBack(after, host, { path: entry.path, before, after: piece }));
      expect(Buffer.from(bytesOf({ mark: file?.mark ?? '', text: back.text }))).toEqual(
        Buffer.from(`\uFEFF${form}`),
      );
    }
  });

  it('gives every entry back when all were put through and the last ones first put back', () => {
    let now = text;
    const done = labels.map((label) => {
      const { entry, change } = changed(id, now, label);
      const { text: after, before, after: piece } = must(change);
      now = after;
      return { path: entry.path, before, after: piece };
    });
    for (const replaced of done) now = must(putBack(now, hostOf(id), replaced)).text;
    expect(now).toBe(text);
  });
});

it.each<[Parameters<typeof hostOf>[0], (count: number) => string]>([
  ['cursor', (count) => `{"mcpServers": {${named(count, (name) => `"${name}": {}`, ',')}}}`],
  ['codex', (count) => named(count, (name) => `[mcp_servers.${name}]\ncommand = "x"`)],
  ['goose', (count) => `extensions:\n${named(count, (name) => `  ${name}: {}`)}\n`],
  ['continue', (count) => `mcpServers:\n${named(count, (name) => `  - {name: ${name}}`)}\n`],
])('reads thousands of entries of %s’s file once, not once for each', (id, textOfMany) => {
  const many = textOfMany(40_000);
  const read = () => expect(must(entriesOf(many, hostOf(id)))).toHaveLength(40_000);
  expect(cpuCost(read, 1)).toBeLessThan(6_000);
});

const named = (count: number, write: (name: string) => string, between = '\n'): string =>
  Array.from({ length: count }, (_, at) => write(`a${at}`)).join(between);

describe('an entry that is put back', () => {
  const text = '{\n  "mcpServers": {\n    "a": { "command": "npx", "args": ["a"] }\n  }\n}\n';
  const host = hostOf('cursor');
  const through = () => {
    const { entry, change } = changed('cursor', text, 'a');
    const { text: after, before, after: piece } = must(change);
    return { after, replaced: { path: entry.path, before, after: piece } };
  };

  it('is found after other edits of the file', () => {
    const { after, replaced } = through();
    const edited = after.replace('{\n', '{\n  // mine\n  "theme": "dark",\n');
    expect(must(putBack(edited, host, replaced)).text).toBe(
      text.replace('{\n', '{\n  // mine\n  "theme": "dark",\n'),
    );
  });

  it('is found after the host wrote the file in a layout of its own', () => {
    const { after, replaced } = through();
    const rewritten = JSON.stringify(JSON.parse(after), null, '\t');
    const back = must(putBack(rewritten, host, replaced));
    expect(JSON.parse(back.text)).toEqual(JSON.parse(text));
    expect(back.text).toContain('{ "command": "npx", "args": ["a"] }');
  });

  it.each([
    ['another argument', (after: string) => after.replace('"gateway"', '"gateway", "--x"')],
    ['another folder', (after: string) => after.replace('"command"', '"cwd": "/x", "command"')],
    ['another server', (after: string) => after.replace('"a",', '"b",')],
    [
      'a variable that loads code',
      (after: string) =>
        after.replace('"command"', '"env": {"NODE_OPTIONS": "-r /x.js"}, "command"'),
    ],
    ['another program', (after: string) => after.replace('/opt/skillgate/skillgate', '/bin/sh')],
    ['a comment', (after: string) => after.replace('"command"', '/* why */ "command"')],
  ])('is left alone when a person put %s into it since', (_, edit) => {
    const { after, replaced } = through();
    expect(putBack(edit(after), host, replaced)).toEqual({ ok: false, error: 'changed' });
  });

  it('keeps what a person put beside it since, and the rest is what it was', () => {
    const { after, replaced } = through();
    const edited = after
      .replace('"command"', '"disabled": true, "command"')
      .replace('"gateway",', '"gateway", "--expose", "tools",');
    const restored = must(putBack(edited, host, replaced)).text;
    const entry = (of: string) =>
      (JSON.parse(of) as { mcpServers: Record<string, object> }).mcpServers['a'];
    expect(entry(restored)).toEqual({ ...entry(text), disabled: true });
    const more = { ...entry(after), env: { MORE: '1' } };
    const inEnv = JSON.stringify({ ...(JSON.parse(after) as object), mcpServers: { a: more } });
    expect(entry(must(putBack(inEnv, host, replaced)).text)).toEqual({
      ...entry(text),
      env: { MORE: '1' },
    });
  });

  it('keeps nothing of an option of the gateway in any format', () => {
    for (const [id, before] of [
      ['codex', '[mcp_servers.a]\ncommand = "npx"\nargs = ["a"]\n'],
      ['goose', 'extensions:\n  a:\n    cmd: npx\n    args: [a]\n    type: stdio\n'],
    ] as const) {
      const { change } = changed(id, before, 'a');
      const { text: after, ...replaced } = must(change);
      const path = [...(hostOf(id).roots[0] ?? []), 'a'];
      const edited = after.replace('"--server"', '"--expose", "tools", "--server"');
      expect(edited).not.toBe(after);
      expect(must(putBack(edited, hostOf(id), { ...replaced, path })).text).toBe(before);
    }
  });

  it('is gone when a person removed it', () => {
    const { replaced } = through();
    expect(putBack('{"mcpServers": {}}', host, replaced)).toEqual({ ok: false, error: 'gone' });
  });

  it('is there already when nothing was written yet', () => {
    const { replaced } = through();
    expect(must(putBack(text, host, replaced)).text).toBe(text);
  });
});

describe('an entry that cannot be changed by itself', () => {
  const refusal = (id: Parameters<typeof hostOf>[0], text: string): string => {
    const { change } = changed(id, text, 'a');
    return change.ok ? `changed to ${change.value.text}` : change.error;
  };

  it.each([
    ['a label that stands twice', '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}'],
    [
      'servers that stand twice',
      '{"mcpServers": {"a": {"command": "x"}}, "mcpServers": {"a": {"command": "x"}}}',
    ],
    ['a command that stands twice', '{"mcpServers": {"a": {"command": "x", "command": "y"}}}'],
  ])('is refused in JSON: %s', (_, text) => {
    expect(refusal('cursor', text)).toMatch(/appears twice in it/);
  });

  it.each([
    ['one line', 'mcp_servers = { a = { command = "x" } }'],
    ['dotted keys', '[mcp_servers]\na.command = "x"\n'],
    ['an inline table', '[mcp_servers]\na = { command = "x" }\n'],
    ['only a table below it', '[mcp_servers.a.env]\nT = "1"\n[mcp_servers]\na.command = "x"\n'],
  ])('is refused in TOML: %s', (_, text) => {
    try {
      expect(refusal('codex', text)).toMatch(/not written as its own table \[mcp_servers\.a\]/);
    } catch (error) {
      // The last is no valid TOML to begin with, which is said as well.
      if (!String(error).includes('it is not valid TOML')) throw error;
    }
  });

  it('is refused in TOML: tables that stand apart', () => {
    const text = '[mcp_servers.a]\ncommand = "x"\n[other]\n[mcp_servers.a.env]\nT = "1"\n';
    expect(refusal('codex', text)).toMatch(/aren’t next to each other/);
  });

  it.each([
    ['an alias', 'x: &e {T: "1"}\nextensions:\n  a:\n    type: stdio\n    cmd: x\n    envs: *e\n'],
    [
      'an anchor',
      'extensions:\n  a:\n    type: stdio\n    cmd: &c x\n  b:\n    type: stdio\n    cmd: *c\n',
    ],
    ['an anchor on the entry', 'extensions:\n  a: &a\n    type: stdio\n    cmd: x\n  b: *a\n'],
  ])('is refused in YAML: %s', (_, text) => {
    expect(refusal('goose', text)).toMatch(/uses anchors/);
  });

  it.each([
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le')],
    ['with a null', Buffer.from('{\0}')],
  ])('is in no file that could not be written back: %s', (_, bytes) => {
    expect(textOf(bytes)).toBeNull();
  });
});

describe('what only a host can fill in', () => {
  it.each([
    { url: 'https://x.example/', bearer_token_env_var: 'TOKEN' },
    { url: 'https://x.example/', env_http_headers: { A: 'B' } },
    { command: 'x', env_keys: ['TOKEN'] },
    { command: 'x', envFile: '/x/.env' },
    { command: 'x', env: { TOKEN: '${input:token}' } },
    { command: 'x', args: ['${workspaceFolder}'] },
    { url: 'https://x.example/', oauth: { clientId: 'x' } },
  ])('is not carried over: %j', (entry) => {
    const answer = carried(entry, null);
    expect(answer.ok ? answer.value : answer.error).toMatch(/only (?:the program|by the app)/);
  });

  it('does not hold up an entry that leaves it empty', () => {
    expect(carried({ command: 'x', env_keys: [], envFile: '' }, null).ok).toBe(true);
  });
});

describe('a text outside the entry', () => {
  it('keeps strings that look like headers of tables', () => {
    const text = [
      'notes = """',
      '[mcp_servers.a]',
      'command = "no"',
      '"""',
      "path = 'C:\\x' # [mcp_servers.a]",
      'list = [',
      '  "[mcp_servers.a]", # ]',
      ']',
      '',
      '# the one',
      '[mcp_servers.a] # yes',
      'command = "npx" # run it',
      'args = [',
      '  "-y", # quietly',
      '  "x",',
      ']',
      '# mine',
      'startup_timeout_sec = 20',
      '',
      '[mcp_servers.a.env]',
      'TOKEN = "abc"',
      '',
      '# the next',
      '[mcp_servers."b.c"]',
      'url = "https://x.example/"',
    ].join('\n');
    const { text: after } = must(changed('codex', text, 'a').change);
    expect(after).toMatchSnapshot();
    expect(must(changed('codex', text, 'b.c').change).text).toMatchSnapshot();
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { entriesOf, putBack, putThrough } from './document.ts';
import { hostOf } from './host.ts';
import { json } from './json.ts';

const host = hostOf('cursor');
const text = `{
  "theme": "dark",
  "mcpServers": {
    "a": { "command": "npx", "args": ["a"], "env": { "T": "1" }, "disabled": false },
    "b": { "command": "b" }
  }
}
`;
const gateway = { command: '/opt/skillgate', args: [], env: {}, server: 'a', pin: 'p' };
const through = json.through.bind(json);

/** Redirects the first entry through a writer that damages what it writes. */
function damaged(damage: (text: string) => string) {
  const entries = entriesOf(text, host);
  const [entry] = entries.ok ? entries.value : [];
  if (entry === undefined) throw new Error('no entry');
  vi.spyOn(json, 'through').mockImplementation((...given) => damage(through(...given)));
  return putThrough(text, host, entry, gateway);
}

afterEach(() => void vi.restoreAllMocks());

describe('a change of a file is refused by its proof', () => {
  const beyond = 'Skillgate can’t change this entry without touching other parts of the file';
  it.each<[string, (text: string) => string]>([
    ['another program is named', (now) => now.replace('/opt/skillgate', '/tmp/skillgate')],
    ['another server is named', (now) => now.replace('"a",\n', '"b",\n')],
    ['nobody is pinned', (now) => now.replace('"p"', '"q"')],
    ['a word is lost', (now) => now.replace('"gateway",', '')],
    ['a variable is added', (now) => now.replace('"disabled"', '"env": {"X": "1"}, "disabled"')],
    ['something else of the entry changes', (now) => now.replace('false', 'true')],
    ['something else of the entry is lost', (now) => now.replace(/,\s*"disabled": false/, '')],
    ['another server changes', (now) => now.replace('"b": { "command": "b" }', '"b": {}')],
    ['another server is lost', (now) => now.replace(/,\s*"b": \{ "command": "b" \}/, '')],
    [
      'servers change places',
      (now) => `${now.replace('"theme": "dark",', '').trimEnd().slice(0, -1)}, "theme": "dark"}`,
    ],
    ['something outside the servers changes', (now) => now.replace('dark', 'light')],
    ['something is added to the file', (now) => now.replace('{', '{"more": 1,')],
  ])('where %s', (_, damage) => {
    expect(damaged(damage)).toEqual({ ok: false, error: beyond });
  });

  it.each<[string, (text: string) => string]>([
    ['the entry is gone', (now) => now.replace('"a": {', '"c": {')],
    ['the entry stands twice', (now) => now.replace('"a": {', '"a": {}, "a": {')],
    ['the file cannot be read any more', (now) => now.slice(0, -3)],
  ])('where %s', (_, damage) => {
    expect(damaged(damage)).toEqual({
      ok: false,
      error: 'the rest of the file would change',
    });
  });

  it('and not where nothing else is touched', () => {
    expect(damaged((now) => now)).toMatchObject({ ok: true });
  });
});

describe('an entry is not put back', () => {
  const path = ['mcpServers', 'a'];
  const after = '{ "command": "npx", "args": ["a"], "env": { "T": "1" }, "disabled": false }';
  it.each([
    ['it stands twice by now', text.replace('"b":', '"a": {}, "b":'), '{}'],
    ['what stood there is no entry', text, '7'],
    ['what stood there would break the file', text, '{'],
    ['what stood there would reach beyond it', text, '{}, "c": {}'],
  ])('where %s', (_, now, before) => {
    expect(putBack(now, host, { path, before, after })).toEqual({ ok: false, error: 'changed' });
  });

  it('is gone where the file cannot be read', () => {
    expect(putBack('{', host, { path, before: '{}', after })).toEqual({ ok: false, error: 'gone' });
  });
});

import { describe, expect, it } from 'vitest';
import { addressOf } from './address.ts';
import { carried, formerKey } from './carry.ts';
import type { FormerRecord } from './format.ts';
import { fingerprintOf } from './identity.ts';
import { sha256 } from './sha256.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const command = (change: object = {}): FormerRecord['server']['identity'] => {
  const made = { kind: 'stdio' as const, command: 'serve', args: ['--all'], cwd: null, ...change };
  if ('fingerprint' in change) return { ...made, fingerprint: digest };
  return { ...made, fingerprint: fingerprintOf(sha256, made.command, made.args, made.cwd) ?? '' };
};
const former = (
  identity: FormerRecord['server']['identity'] = { kind: 'http', url: 'https://a.example/mcp' },
  more: object = {},
): FormerRecord =>
  ({
    id: 'id-1',
    server: { label: 'acme', identity },
    uri: 'skill://a/SKILL.md',
    coverage: { verified: 1, total: 2 },
    ...more,
  }) as FormerRecord;
const carry = (record: FormerRecord) => carried(sha256, record, () => 'shown');

describe('a decision of the version before', () => {
  it('is carried with nothing shown and nothing lapsed, and keeps what a later writer added', () => {
    expect(carry(former(undefined, { later: 7 }))).toMatchObject({
      id: 'id-1',
      later: 7,
      server: {
        label: 'acme',
        display: 'shown',
        identity: { kind: 'http', url: 'https://a.example/mcp' },
      },
      coverage: { verified: 1, shown: 0, total: 2 },
      integrity: 'manifest',
      archive: null,
      lapsed: null,
    });
  });

  it('has the query of its address hashed', () => {
    const record = carry(former({ kind: 'http', url: 'https://a.example/mcp?k=1' }));
    expect(record?.server.identity).toEqual({
      kind: 'http',
      url: 'https://a.example/mcp',
      query: sha256('k=1'),
    });
  });

  it.each(['https://A.example/mcp', 'https://a.example:443/mcp', 'nowhere'])(
    'is not carried where its address is not in its normal form: %s',
    (url) => {
      expect(carry(former({ kind: 'http', url }))).toBeNull();
    },
  );

  it('has its command as a fingerprint', () => {
    for (const identity of [command(), command({ cwd: '/work' }), command({ args: [] })])
      expect(carry(former(identity))?.server.identity).toEqual({
        kind: 'stdio',
        fingerprint: identity.kind === 'stdio' && identity.fingerprint,
      });
  });

  it.each([
    ['of another command', { fingerprint: digest }],
    ['without a command', { command: '' }],
    ['with a folder that is empty', { cwd: '' }],
    ['with half a character in its command', { command: 'a\ud800', fingerprint: digest }],
    ['with half a character in an argument', { args: ['a', '\udc00'], fingerprint: digest }],
    ['with half a character in its folder', { cwd: '/\ud800', fingerprint: digest }],
  ])('is not carried where its fingerprint is %s', (_, change) => {
    expect(carry(former(command(change)))).toBeNull();
  });

  it.each([
    [
      { verified: 1.9, total: -3 },
      { verified: 1, total: 0 },
    ],
    [
      { verified: 1e300, total: Infinity },
      { verified: 2 ** 53 - 1, total: 2 ** 53 - 1 },
    ],
  ])('has whole numbers for its counts: %j', (coverage, counts) => {
    expect(carry(former(undefined, { coverage }))?.coverage).toEqual({ ...counts, shown: 0 });
  });

  it.each<[unknown, unknown, string, boolean]>([
    ['archive', { url: 'skill://a.tgz', digest }, 'archive', true],
    ['self-computed', null, 'self-computed', false],
    ['manifest', { url: 'skill://a.tgz' }, 'manifest', false],
    ['other', { digest }, 'manifest', false],
    [7, { url: 7, digest }, 'manifest', false],
    [undefined, { url: 'skill://a.tgz', digest: `x${digest}` }, 'manifest', false],
    [undefined, { url: 'skill://a.tgz', digest: `${digest}0` }, 'manifest', false],
    [undefined, 'archive', 'manifest', false],
  ])('has only words of integrity and an archive that are such: %j %j', (...given) => {
    const [integrity, archive, word, isKept] = given;
    const record = carry(former(undefined, { integrity, archive }));
    expect(record?.integrity).toBe(word);
    expect(record?.archive).toEqual(isKept ? archive : null);
  });

  it('has one key per server and skill', () => {
    const keys = [
      former(),
      former({ kind: 'http', url: 'https://b.example' }),
      former(command()),
      former(command({ cwd: '/work' })),
      former(command({ args: [] })),
      former(command({ command: 'other' })),
      former(command(), { uri: 'skill://b/SKILL.md' }),
    ].map(formerKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(formerKey(former(command()))).toBe(formerKey(former(command())));
  });
});

describe('an address', () => {
  it.each<[string, object | null]>([
    ['https://A.Example/x', { url: 'https://a.example/x', query: null }],
    ['https://a.example/x?', { url: 'https://a.example/x', query: expect.anything() }],
    ['https://a.example\\x', null],
    ['https://a b', null],
    ['a.example', null],
    ['https://[::1', null],
  ])('is read or not: %s', (text, address) => {
    const read = addressOf(text);
    if (address === null) expect(read).toBeNull();
    else expect(read?.url).toBe((address as { url: string }).url);
  });
});

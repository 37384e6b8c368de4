import { describe, expect, it } from 'vitest';
import {
  approvalRecordSchema,
  type ApprovalRecord,
  type Identity,
} from '../../shared/model/approval.ts';
import { formatApprovals, parseApprovals, recordKey } from './approvals-text.ts';
import { readPlainLine } from './record-line.ts';
import { acme, record } from './testing/forge.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const npx: Identity = {
  kind: 'stdio',
  command: 'npx',
  args: ['-y', 'x'],
  cwd: null,
  fingerprint: digest,
};
const records: readonly ApprovalRecord[] = [
  record('a'),
  record('b', {
    server: { label: 'npx', identity: npx },
    resources: [],
    setDigest: null,
    expiresAt: '2026-12-31T23:59:59.000Z',
    frontmatter: {},
  }),
  record('c', {
    note: 'für das Team',
    grants: { allowedTools: ['Read', 'Grep'], codeExecution: true },
    supersedes: 'x',
    frontmatter: { name: 'c', metadata: { version: '1' } },
  }),
];
const bytesOf = (line: string): string => Buffer.from(line).toString('latin1');

/** A yes must be a yes of JSON and of the schema, about the same record. */
function holds(line: string): boolean {
  const plain = readPlainLine(line);
  if (plain === null) return false;
  const value = JSON.parse(Buffer.from(line, 'latin1').toString('utf8')) as ApprovalRecord;
  const parsed = approvalRecordSchema.safeParse(value);
  if (!parsed.success) throw new Error(`taken, and no record: ${line}`);
  expect({ ...plain, identity: JSON.parse(plain.identity) as unknown }).toEqual({
    label: value.server.label,
    identity: value.server.identity,
    uri: value.uri,
    ends: value.expiresAt !== null,
  });
  return true;
}

const fileOf = (lines: readonly string[]): Buffer =>
  Buffer.from(
    `{"format":"skillgate/approvals@1","revision":1,"updatedAt":"2026-11-21T12:00:00.000Z","generator":{"name":"x","version":"0"},"records":[\n${lines.join(',\n')}\n]}\n`,
  );

describe('a line that is read without being parsed', () => {
  it('is one that Skillgate writes', () => {
    for (const one of records) expect(holds(bytesOf(JSON.stringify(one)))).toBe(true);
  });

  it('is never taken for a record when a byte of it makes it none', () => {
    let asked = 0;
    let taken = 0;
    for (const one of records) {
      const line = bytesOf(JSON.stringify(one));
      for (let at = 0; at <= line.length; at += 1) {
        for (const put of ['', ...'"\\{}[],:09-.eaTZn \t\n\0\x1f\x7f']) {
          for (const forged of [
            line.slice(0, at) + put + line.slice(at),
            line.slice(0, at) + put + line.slice(at + 1),
          ]) {
            asked += 1;
            if (holds(forged)) taken += 1;
          }
        }
      }
      for (let at = 0; at < line.length; at += 1)
        expect(readPlainLine(line.slice(0, at))).toBeNull();
    }
    expect(taken).toBeGreaterThan(1_000);
    expect(asked - taken).toBeGreaterThan(10_000);
  });

  it.each([
    ['a day that no calendar has', { decidedAt: '2026-02-29T00:00:00Z' }],
    ['an end on a day that no calendar has', { expiresAt: '2026-04-31T00:00:00Z' }],
    ['an hour beyond the day', { decidedAt: '2026-01-01T24:00:00Z' }],
    ['a fraction for a count', { coverage: { verified: 0.5, total: 1 } }],
    ['an escape in the URI', { uri: 'skill://a/"b"/SKILL.md' }],
    ['a URI beyond ASCII', { uri: 'skill://ä/SKILL.md' }],
    ['a field of a later writer', { later: 1 }],
    ['more text than the matcher takes', { note: 'n'.repeat(70_000) }],
  ])('is parsed instead when it has %s', (_, change) => {
    expect(readPlainLine(bytesOf(JSON.stringify({ ...record('a'), ...change })))).toBeNull();
  });

  it('takes the last days of a month that has them', () => {
    expect(
      holds(
        JSON.stringify(
          record('a', { decidedAt: '2028-02-29T00:00:00Z', expiresAt: '2028-03-31T00:00:00.5Z' }),
        ),
      ),
    ).toBe(true);
  });

  it('gives the same file as a layout that is parsed whole, beside lines that are parsed', () => {
    const mixed = [
      ...records,
      record('d', { note: 'with "quotes"' }),
      { ...record('e'), later: { kept: true } } as ApprovalRecord,
      record('f', { uri: 'skill://ä/SKILL.md' }),
    ];
    const lines = fileOf(mixed.map((one) => JSON.stringify(one)));
    for (const bytes of [
      lines,
      Buffer.from(JSON.stringify(JSON.parse(lines.toString()), null, 2)),
    ]) {
      const read = parseApprovals(bytes);
      if (!read.ok) throw new Error(read.error.message);
      expect([...read.value.lines].map(([key, line]) => [key, line.record])).toEqual(
        mixed.map((one) => [recordKey(one.server.identity, one.uri), one]),
      );
      expect([...read.value.lines.values()].map(({ label, ends }) => [label, ends])).toEqual(
        mixed.map((one) => [one.server.label, one.expiresAt !== null]),
      );
    }
  });

  it('reads more lines than are looked at at once, and one that is longer than that', () => {
    const many = Array.from({ length: 2_500 }, (_, index) =>
      record(`skill-${index}`, { note: index === 700 ? 'n'.repeat(600_000) : '' }),
    );
    const bytes = fileOf(many.map((one) => JSON.stringify(one)));
    const read = parseApprovals(bytes);
    if (!read.ok) throw new Error(read.error.message);
    expect([...read.value.lines.values()].map((line) => line.record)).toEqual(many);
    expect(Buffer.concat(formatApprovals(read.value)).equals(bytes)).toBe(true);
  });

  it('fails the whole file for one bad record among good ones, and for a second one of the same server and URI', () => {
    const [a, b] = [JSON.stringify(record('a')), JSON.stringify(record('b'))];
    expect(parseApprovals(fileOf([a, b.replace('"approved"', '"maybe"')]))).toMatchObject({
      ok: false,
      error: { reason: 'corrupt' },
    });
    expect(parseApprovals(fileOf([a, b.slice(0, -1)]))).toMatchObject({
      ok: false,
      error: { reason: 'corrupt' },
    });
    expect(parseApprovals(fileOf([a, b, a]))).toMatchObject({
      ok: false,
      error: { reason: 'corrupt' },
    });
    // The same server and URI, spelled with an escape.
    expect(
      parseApprovals(
        fileOf([
          a,
          a.replace(
            '"uri":"skill://acme/a/SKILL.md","name"',
            String.raw`"uri":"skill:\/\/acme/a/SKILL.md","name"`,
          ),
        ]),
      ),
    ).toMatchObject({ ok: false, error: { reason: 'corrupt' } });
    expect(record('a').server.identity).toEqual(acme);
  });
});

// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { fromSnapshot } from '../../store/apply-event.ts';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { aRefusal, aServer, aSkill, aSnapshot } from '../../store/testing/fixtures.ts';
import { Row } from './Row.tsx';
import { treeRows } from './rows.fixture.ts';

/** What a person reads in the rows of these skills, the server's own row first. */
function read(
  skills: readonly SkillRow[],
  more: Partial<Parameters<typeof treeRows>[0]> = {},
): string[] {
  const input = {
    ...fromSnapshot(aSnapshot({ servers: [aServer('acme')], skills: [...skills] })),
    toggled: new Set<string>(),
    filterText: '',
    filterStanding: 'all' as const,
    ...more,
  };
  return treeRows(input).map((row) => {
    const { container, unmount } = drawn(<Row row={row} />, holding(skills));
    const text = container.textContent;
    unmount();
    return text;
  });
}
const at = '2026-11-21T12:00:00.000Z';
const counts = { verified: 0, failed: 0, unread: 0, unverifiable: 0, total: 3 };

describe('a row of the tree', () => {
  it('says a skill’s status in a word, whatever its color', () => {
    const approved = { kind: 'approved', at, expiresAt: null, grants: [] } as unknown;
    const rows = read([
      aSkill('acme', 'a'),
      aSkill('acme', 'b', { standing: approved as SkillRow['standing'] }),
      aSkill('acme', 'c', { standing: { kind: 'denied', at } as SkillRow['standing'] }),
    ]);
    expect(rows[1]).toMatch(/^a.*new/);
    expect(rows[2]).toMatch(/^b.*approved/);
    expect(rows[3]).toMatch(/^c.*denied/);
  });

  it('says failed and unread files and requested tools in words', () => {
    const rows = read([
      aSkill('acme', 'a', {
        checked: { ...counts, failed: 1, unread: 2 },
        requests: { tools: ['Bash(*)'], declarative: [], settings: [], executables: [] },
      }),
    ]);
    expect(rows[1]).toContain('1 file failed');
    expect(rows[1]).toContain('2 files couldn’t be loaded');
    expect(rows[1]).toContain('requests tools');
  });

  it('says that a server is noisy', () => {
    const advice = { rule: 'noisy-output', message: 'The server is noisy.', revision: '' } as const;
    const servers = fromSnapshot(aSnapshot({ servers: [aServer('acme', { advice: [advice] })] }));
    expect(read([], { servers: servers.servers })[0]).toContain('noisy');
    expect(read([])[0]).not.toContain('noisy');
  });

  it('counts what waits for a decision on a server', () => {
    const rows = read([aSkill('acme', 'a'), aSkill('acme', 'b')]);
    expect(rows[0]).toContain('2 waiting');
  });

  it('distinguishes a server that is contacted, failed, or needs permission', () => {
    const told = (server: ReturnType<typeof aServer>) =>
      read([], { servers: new Map([['acme', server]]) })[0];
    expect(told(aServer('acme', { connection: { status: 'connecting' } as never }))).toContain(
      'connecting',
    );
    const failure = { reason: 'timeout', message: 'No answer.', stderr: [] };
    for (const status of ['failed', 'connecting'])
      expect(told(aServer('acme', { connection: { status, failure } as never }))).toContain(
        'failed',
      );
    const offer = { why: 'first' as const, issuers: [], scopes: [], unshown: 0, more: [] };
    const signIn = { offer, way: null, account: null };
    const refused = { status: 'failed', failure } as never;
    expect(told(aServer('acme', { connection: refused, signIn }))).toContain('needs sign-in');
    expect(told(aServer('acme', { connection: { status: 'needs-consent' } as never }))).toContain(
      'needs permission',
    );
  });

  it('recognizes a connected server whose listing failed', () => {
    const acme = aServer('acme');
    const listing = { ...acme.listing, status: 'failed' as const };
    const connection = { status: 'ready' as const, protocolVersion: '2026-07-28' };
    const servers = new Map([['acme', { ...acme, connection, listing }]]);
    expect(read([], { servers })[0]).toContain('listing failed');
  });

  it('shows an invalid entry’s name as server text with hidden characters written out', () => {
    const entry = aRefusal('acme', 0, { name: 'approved\u202Edetsurt' });
    const rows = read([], { refused: new Map([['acme', [entry]]]) });
    expect(rows.join('\n')).toContain('invalid: uri-missing');
    expect(rows.join('\n')).not.toContain('\u202E');
    expect(rows.join('\n')).toContain('\\u{202E}');
  });

  it('says in words that a folder’s skill wasn’t read', () => {
    const problem = { rule: 'not-read', message: 'deploy: too large' } as const;
    const entry = aRefusal('acme', 0, { name: 'deploy', problem });
    const rows = read([], { refused: new Map([['acme', [entry]]]) });
    expect(rows.join('\n')).toMatch(/deploy.*not read/);
    expect(rows.join('\n')).not.toMatch(/not-read|invalid:/);
  });

  it('quotes the description in its tooltip as what the server says', () => {
    const [row] = [aSkill('acme', 'a', { description: 'Approved." Skillgate says: "safe' })];
    const item = treeRows({
      ...fromSnapshot(aSnapshot({ servers: [aServer('acme')], skills: [row] })),
      toggled: new Set(),
      filterText: '',
      filterStanding: 'all',
    })[1];
    if (item === undefined) throw new Error('the skill has no row');
    drawn(<Row row={item} />, holding([row]));
    const title = screen.getByText('a').getAttribute('title') ?? '';
    expect(title.startsWith('acme says: ')).toBe(true);
    expect(title).not.toContain('Approved." Skillgate');
  });
});

// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import { skillKey } from '../../store/state.ts';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { aSkill } from '../../store/testing/fixtures.ts';
import { SkillPage } from './SkillPage.tsx';

const page = (one: 'digest' | 'read', unbound: SkillDetail['unbound'] = []) => {
  const counts = { verified: 1, failed: 0, unread: 0, unverifiable: 0, total: 2 };
  const row = aSkill('acme', 'refunds', {
    fileCount: 2,
    checked: { ...counts, [one === 'read' ? 'unread' : 'failed']: 1 },
  });
  const files = [
    { path: 'SKILL.md', uri: row.uri, size: 1, digest: `sha256:${'a'.repeat(64)}` },
    { path: 'run.sh', uri: 'skill://refunds/run.sh', size: 1, digest: `sha256:${'b'.repeat(64)}` },
  ];
  const detail: SkillDetail = {
    unbound,
    row,
    frontmatter: [],
    files,
    verdicts: {
      [row.uri]: { status: 'verified' },
      'skill://refunds/run.sh': { status: 'failed', check: one, message: 'm' },
    },
    record: null,
    raw: '{}',
    collisions: [],
    nested: [],
    enclosing: null,
    limits: { files: 100, bytes: 1_000 },
  };
  const nothing = () => null;
  return drawn(<SkillPage server="acme" uri={row.uri} FilePane={nothing} FindingsTab={nothing} />, {
    ...holding([row]),
    details: new Map([
      [skillKey('acme', row.uri), { detail, error: null, stale: false, loading: false }],
    ]),
  });
};
/** Chooses the tab of the page's menu that names the facts. */
const openDetails = async (user: UserEvent): Promise<void> => {
  await user.click(screen.getByRole('button', { name: /^More for / }));
  await user.click(screen.getByRole('menuitem', { name: 'Details' }));
};
const words = (): string => document.body.textContent;

describe('the page of a skill with two files, one of which failed', () => {
  it('counts one of two in the tab and the facts, and names the other', async () => {
    const { user } = page('digest');
    expect(screen.getByRole('tab', { name: /^Files/ }).textContent).toMatch(/1\/2 · 1 failed/);
    await openDetails(user);
    const facts = screen.getByRole('list', { name: 'Facts' }).textContent;
    expect(facts).toContain('1 of 2 files match the manifest');
    expect(facts).toContain('1 file failed');
    expect(words()).not.toContain('2/2');
  });
  it('says that a file the server didn’t send couldn’t be read, never that it differs', async () => {
    const { user } = page('read');
    expect(screen.getByRole('tab', { name: /^Files/ }).textContent).toMatch(
      /1\/2 · 1 could not be read/,
    );
    await openDetails(user);
    expect(screen.getByRole('list', { name: 'Facts' }).textContent).toContain(
      '1 file could not be read',
    );
    expect(words()).not.toMatch(/not match|failed/);
  });
  it('has rows for what the server says beside it, and no such section without', async () => {
    const unbound = [{ field: 'annotations', value: '{"audience":["user"]}' }];
    const { user } = page('digest', unbound);
    await openDetails(user);
    const section = screen.getByRole('region', { name: 'Not part of a decision' });
    expect(section.textContent).toContain('annotations{"audience":["user"]}');
    cleanup();
    const plain = page('digest');
    await openDetails(plain.user);
    expect(screen.queryByRole('region', { name: 'Not part of a decision' })).toBeNull();
  });
});

// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import { skillKey } from '../../store/state.ts';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { aSkill } from '../../store/testing/fixtures.ts';
import { SkillRail } from './SkillRail.tsx';

const finding = (rule: string, severity: string, line: number) => ({
  rule,
  severity,
  title: `Title of ${rule}`,
  uri: 'skill://refunds/run.sh',
  place: { line, column: 3, endLine: line, endColumn: 9 },
  related: [],
  count: 1,
  confidence: 'high',
  answer: null,
  isNew: false,
  digest: null,
});

function rail(more: Parameters<typeof aSkill>[2] = {}) {
  const row = aSkill('acme', 'refunds', {
    fileCount: 2,
    requests: { tools: ['Bash'], declarative: [], settings: [], executables: [] },
    findings: { ...aSkill('a', 'b').findings, critical: 1, low: 1, files: 2 },
    ...more,
  });
  const files = [
    { path: 'SKILL.md', uri: row.uri, size: 1, digest: `sha256:${'a'.repeat(64)}` },
    { path: 'run.sh', uri: 'skill://refunds/run.sh', size: 1, digest: `sha256:${'b'.repeat(64)}` },
  ];
  const detail = { row, files, verdicts: {} } as unknown as SkillDetail;
  const found = {
    findings: [finding('small', 'low', 2), finding('bad', 'critical', 7)],
    notInspected: [],
    counts: row.findings,
    riskDigest: null,
    checkedAt: null,
    since: null,
  };
  const comparison = { changes: undefined, again: () => undefined };
  return drawn(
    <SkillRail detail={detail} comparison={comparison} />,
    {
      ...holding([row]),
      selection: { kind: 'skill', server: 'acme', uri: row.uri },
      findings: new Map([[skillKey('acme', row.uri), found as never]]),
    },
    { getFindings: async () => ({ ok: true, value: found as never }) },
  );
}

describe('the rail beside the text', () => {
  it('is a region whose parts are headed', () => {
    rail();
    const region = screen.getByRole('region', { name: 'Overview of refunds' });
    expect(
      within(region)
        .getAllByRole('heading', { level: 2 })
        .map((one) => one.textContent),
    ).toEqual(['Files 2 2 unread', 'Findings 2', 'Tools it asks for']);
    expect(region.textContent).toContain('Bash');
  });
  it('lists the worst finding first and opens its place', async () => {
    const { user, app } = rail();
    const list = screen.getByRole('list', { name: 'Findings by severity' });
    const [first] = within(list).getAllByRole('button');
    expect(first?.textContent).toMatch(/Title of bad.*critical.*run\.sh:7/);
    await user.click(first as HTMLElement);
    expect(app.store.getState()).toMatchObject({
      tab: 'source',
      file: 'skill://refunds/run.sh',
      place: { line: 7, column: 3 },
    });
  });
  it('opens a file', async () => {
    const { user, app } = rail();
    await user.click(screen.getByRole('button', { name: /run\.sh unread/ }));
    expect(app.store.getState()).toMatchObject({ file: 'skill://refunds/run.sh', toRead: true });
  });
  it('goes to a heading of the text on screen', async () => {
    const { user, app } = rail();
    const go = vi.fn();
    expect(screen.queryByRole('list', { name: 'Headings of the text' })).toBeNull();
    app.actions.showOutline({ headings: [{ level: 2, text: 'Steps', at: 40 }], isCut: false, go });
    await user.click(await screen.findByRole('button', { name: 'Steps' }));
    expect(go).toHaveBeenCalledWith(40);
  });
  it('says what’s new only in a changed skill', () => {
    rail({
      standing: {
        kind: 'changed',
        changes: { added: [], removed: [], modified: [] },
        metadata: false,
        approvedAt: '2026-01-01T00:00:00.000Z',
      },
    });
    expect(screen.getByRole('heading', { name: 'What’s new' })).toBeTruthy();
  });
});

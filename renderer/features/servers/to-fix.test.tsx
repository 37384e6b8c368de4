// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RendererApi } from '../../../shared/contract.ts';
import type { ListingState } from '../../../shared/model/server.ts';
import type { ConformanceReport } from '../../../shared/model/report.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { aRefusal, aServer, aSkill } from '../../store/testing/fixtures.ts';
import { DialectSection } from './DialectSection.tsx';
import { Home } from './Home.tsx';

const counts = { verified: 1, failed: 0, unread: 0, unverifiable: 0, total: 2 };
const checked = (more: Partial<typeof counts>): SkillRow =>
  aSkill('acme', 'refunds', { checked: { ...counts, ...more } });
const listed = (status: ListingState['status']) => {
  const server = aServer('acme');
  return { ...server, listing: { ...server.listing, status } };
};
/** The server was not checked. */
const unchecked: Partial<RendererApi> = {
  getReport: async () => ({ ok: true, value: { report: null, flips: null, at: null } }),
};
const said = (
  skills: readonly SkillRow[],
  status: ListingState['status'] = 'complete',
  refused = 0,
) => {
  const { container, unmount } = drawn(
    <DialectSection server={listed(status)} />,
    {
      ...holding(skills),
      refused: new Map([['acme', Array.from({ length: refused }, (_, i) => aRefusal('acme', i))]]),
    },
    unchecked,
  );
  const text = container.textContent;
  unmount();
  return text;
};

describe('“No problems”', () => {
  it('is shown for a complete listing without problems, and claims no more', () => {
    const text = said([checked({})]);
    expect(text).toContain('No problems in its listing');
    expect(text).toContain('Check the server to test');
    expect(text).not.toContain('as the specification asks');
  });
  it('appears beside the server check’s result', async () => {
    const report: ConformanceReport = {
      ...{ format: 'skillgate/report@1', kind: 'conformance', target: 'acme', protocol: null },
      ...{ checks: [], unfinished: ['The time was over.'], stale: [] },
    };
    drawn(<DialectSection server={listed('complete')} />, holding([checked({})]), {
      getReport: async () => ({ ok: true, value: { report, flips: null, at: 0 } }),
    });
    expect(await screen.findByText(/Checked: .*Not everything was checked\./)).toBeTruthy();
  });
  it.each<[string, string]>([
    ['1 skill with a file that doesn’t match', said([checked({ failed: 1, unread: 1 })])],
    ['1 skill with a file that couldn’t be loaded', said([checked({ unread: 1 })])],
    ['2 skills invalid', said([checked({})], 'complete', 2)],
    ['the listing is incomplete', said([checked({})], 'incomplete')],
    ['the listing failed', said([], 'failed')],
  ])('isn’t shown beside: %s', (why, text) => {
    expect(text).toContain(why);
    expect(text).not.toContain('No problems in its listing');
  });
  it('isn’t shown before anything is listed', () => {
    for (const status of ['none', 'loading'] as const)
      expect(said([], status)).not.toMatch(/to fix|nothing in its listing/i);
  });
});

describe('a row of the overview', () => {
  it('says how many skills don’t match or are invalid, and that a listing stopped early', () => {
    const refused = aSkill('acme', 'bad', {
      standing: { kind: 'refused', problem: { rule: 'verification-failed', message: 'm' } },
    });
    drawn(<Home />, {
      ...holding([checked({}), refused]),
      link: { status: 'live' } as never,
      servers: new Map([['acme', listed('incomplete')]]),
      refused: new Map([['acme', [aRefusal('acme', 0)]]]),
    });
    const row = screen.getByRole('button', { name: /^acme/ });
    expect(row.textContent).toContain('1 doesn’t match1 invalid');
    expect(row.textContent).toContain('incomplete listing');
  });
});

// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { aboutOf } from '../../store/drafts.ts';
import { driftFrom, pinOf } from '../../store/pin.ts';
import { drawn, heldBecause, holding } from '../../store/testing/drawn.tsx';
import { aSkill } from '../../store/testing/fixtures.ts';
import { DecisionBar } from './DecisionBar.tsx';

const deploy = aSkill('acme', 'deploy');
const detailOf = (row: SkillRow): SkillDetail => ({
  row,
  frontmatter: [],
  files: [{ path: 'SKILL.md', uri: row.uri, digest: `sha256:${'d'.repeat(64)}`, size: 1 }],
  verdicts: {},
  unbound: [],
  record: null,
  raw: '',
  collisions: [],
  nested: [],
  enclosing: null,
  limits: { files: 512, bytes: 16_000_000 },
});

/** The bar of a page that has shown `deploy`, while `row` is served. */
function open(row: SkillRow = deploy) {
  const pin = pinOf(detailOf(deploy));
  return drawn(
    <article>
      <DecisionBar detail={detailOf(row)} ready pin={pin} drift={driftFrom(pin, row)} />
    </article>,
    {
      ...holding([row]),
      selection: { kind: 'skill', server: 'acme', uri: deploy.uri },
      pin,
    },
  );
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the decision bar', () => {
  it('opens in place of its button, and returns the focus to it', async () => {
    const { user } = open();
    await user.click(button('Approve…'));
    expect(screen.getByRole('region', { name: 'Approve deploy' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve…' })).toBeNull();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Approve deploy' })).toBeNull();
    expect(document.activeElement).toBe(button('Approve…'));
  });

  it('has the focus itself where no button opens the decision again', () => {
    const { app } = open();
    // Nothing dynamic: what was allowed for a session before it changed has no button any more.
    const subject = { server: 'acme', uri: deploy.uri, action: 'session' } as const;
    act(() => app.actions.openPanel(subject));
    expect(screen.getByRole('region', { name: /deploy/ })).toBeTruthy();
    act(() => app.actions.endPanel(subject));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Decision' }));
  });

  it('lets the other decision be chosen while one is open, and keeps what was typed', async () => {
    const { user } = open();
    await user.click(button('Approve…'));
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'fine');
    await user.click(button('Deny…'));
    expect(screen.getByRole('region', { name: 'Deny deploy' })).toBeTruthy();
    expect(screen.getByText('Unsent draft: an approval.')).toBeTruthy();
    await user.click(button('Approve…'));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('fine');
    expect(screen.queryByText(/^Filled in/)).toBeNull();
  });

  it('doesn’t mention a draft about other content', () => {
    const { app } = open();
    const other = aboutOf({ ...deploy, identity: null });
    const subject = { server: 'acme', uri: deploy.uri, action: 'deny' } as const;
    act(() => app.actions.fillIn(subject, other, { note: 'why' }));
    expect(screen.queryByText(/^Filled in/)).toBeNull();
  });

  it('opens nothing while the content differs from what the page showed', async () => {
    const { user, app } = open({ ...deploy, setDigest: `sha256:${'e'.repeat(64)}` });
    for (const name of ['Approve…', 'Deny…']) {
      expect(heldBecause(button(name))).toBe('Review what changed before you decide.');
      await user.click(button(name));
    }
    expect(app.store.getState().panel).toBeNull();
  });
});

// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnsweredFinding, ForeignAnswer } from '../../../shared/model/findings.ts';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { aSkill } from '../../store/testing/fixtures.ts';
import { AnswerForm } from './AnswerForm.tsx';

const digest = `sha256:${'a'.repeat(64)}`;
const row = aSkill('acme', 'a');
const said: ForeignAnswer = {
  ...{ id: '7', rule: 'X01', ruleset: '2', digest, file: null, reason: 'Our own installer.' },
  ...{ by: 'grace', at: '2026-11-22T00:00:00.000Z', expiresAt: null },
  from: { fingerprint: `sha256:${'b'.repeat(64)}`, name: 'the platform team' },
};
const finding = {
  ...{ rule: 'X01', ruleset: '2', digest, uri: 'skill://a/run.sh', answer: null, isNew: false },
  others: [said],
} as unknown as AnsweredFinding;

const done = async () => ({ ok: true, value: {} }) as const;
const open = () =>
  drawn(<AnswerForm row={row} finding={finding} />, holding([row]), {
    answerFinding: done,
    reopenFinding: done,
  });

describe('a colleague’s dismissal of a finding', () => {
  it('shows who dismissed and who signed it, and leaves the finding open', () => {
    open();
    const theirs = screen.getByRole('region', { name: 'grace’s dismissal' });
    expect(theirs.textContent).toContain('signed by the platform team');
    expect(theirs.textContent).toContain('It stays open until you dismiss it yourself.');
    expect(screen.getByRole('button', { name: 'Dismiss…' })).toBeTruthy();
  });

  it('is repeated only after a second look: the form starts with its reason and waits', async () => {
    const { user, calls } = open();
    await user.click(screen.getByRole('button', { name: 'Dismiss for this reason too…' }));
    expect(calls).toEqual([]);
    expect(screen.getByRole('textbox', { name: /Reason/ })).toHaveProperty(
      'value',
      'Our own installer.',
    );
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(calls).toMatchObject([
      { name: 'answerFinding', input: { rule: 'X01', reason: 'Our own installer.' } },
    ]);
  });

  it('can be removed', async () => {
    const { user, calls } = open();
    const theirs = screen.getByRole('region', { name: 'grace’s dismissal' });
    await user.click(within(theirs).getByRole('button', { name: 'Remove grace’s dismissal' }));
    expect(calls).toMatchObject([{ name: 'reopenFinding', input: { answer: '7' } }]);
  });
});

// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Api } from '../../../shared/contract.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { aSkill } from '../../store/testing/fixtures.ts';
import type { DecisionSheetRequest } from '../../store/state.ts';
import { OpenSheet } from './OpenSheet.tsx';

const request = (
  action: DecisionSheetRequest['action'],
  ...rows: readonly SkillRow[]
): DecisionSheetRequest => ({
  action,
  items: rows.map(({ server, uri, setDigest, metadataDigest, record }) => ({
    server,
    uri,
    setDigest,
    metadataDigest,
    replaces: record,
    grants: [],
    shown: [],
  })) as unknown as DecisionSheetRequest['items'],
});
const done: Api['approve'] = async ({ items }) => ({
  ok: true,
  value: items.map(({ server, uri }) => ({ server, uri, outcome: 'done' }) as never),
});
const deploy = aSkill('acme', 'deploy', {
  requests: { tools: ['Read', 'Bash(*)'], declarative: [], settings: [], executables: [] },
});
const report = aSkill('acme', 'report');
const open = (
  action: DecisionSheetRequest['action'],
  answers: Partial<Api> = {},
  now: readonly SkillRow[] = [deploy, report],
) => drawn(<OpenSheet sheet={request(action, deploy, report)} />, holding(now), answers);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the sheet of a decision about many', () => {
  it('says how many, and has the focus where nothing is decided', async () => {
    open('approve');
    const sheet = await screen.findByRole('dialog', { name: 'Approve 2 skills' });
    await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true));
    expect(document.activeElement).not.toBe(button('Approve 2 skills'));
  });

  it('grants no tool that was not ticked', async () => {
    const { user, calls } = open('approve', { approve: done });
    expect(screen.queryByRole('checkbox')).toBeNull();
    await user.click(button('Approve 2 skills'));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      name: 'approve',
      input: { items: [{ grants: [] }, { grants: [] }] },
    });
  });

  it('names what was looked at, and says that some of it is not what it was', async () => {
    const swapped = { ...deploy, setDigest: `sha256:${'e'.repeat(64)}` };
    const { user, calls } = open('approve', { approve: done }, [swapped, report]);
    expect(screen.getByText('It is not what you looked at any more')).toBeTruthy();
    await user.click(button('Approve 2 skills'));
    expect(calls).toMatchObject([
      { input: { items: [{ setDigest: deploy.setDigest }, { setDigest: report.setDigest }] } },
    ]);
  });

  it('says aloud that nothing was decided when that failed, and stays open', async () => {
    const { user } = open('deny', {
      deny: async () => ({
        ok: false,
        error: { code: 'store', message: 'The disk is full.' } as never,
      }),
    });
    await user.click(button('Deny 2 skills'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Nothing was decided');
    expect(alert.textContent).toContain('The disk is full.');
    expect(button('Deny 2 skills').disabled).toBe(false);
  });

  it('sends one decision for one yes, however often it is clicked', async () => {
    const { user, calls } = open('approve', { approve: () => new Promise(() => undefined) });
    await user.dblClick(button('Approve 2 skills'));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(calls).toHaveLength(1);
  });

  it('says for skills that are gone that they are', () => {
    open('approve', {}, []);
    expect(screen.getByText(/are gone, or were decided elsewhere/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Approve/ }).disabled).toBe(true);
  });
});

// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
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
const asking = (tools: readonly string[]) =>
  aSkill('acme', 'deploy', {
    requests: { tools: [...tools], declarative: [], settings: [], executables: [] },
  });
const done: Api['approve'] = async ({ items }) => ({
  ok: true,
  value: items.map(({ server, uri }) => ({ server, uri, outcome: 'done' }) as never),
});
const open = (
  action: DecisionSheetRequest['action'],
  row: SkillRow,
  answers: Partial<Api> = {},
  current: SkillRow = row,
) => drawn(<OpenSheet sheet={request(action, row)} />, holding([current]), answers);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the sheet of a decision', () => {
  it('names the skill and its server, and has the focus where nothing is decided', async () => {
    open('approve', aSkill('acme', 'deploy'));
    const sheet = await screen.findByRole('dialog', { name: /^Approve deploy/ });
    expect(sheet.textContent).toContain('acme');
    expect(sheet.textContent).toContain('skill://deploy/SKILL.md');
    await waitFor(() => expect(sheet.contains(document.activeElement)).toBe(true));
    expect(document.activeElement).not.toBe(button('Approve'));
  });

  it('grants no tool that was not ticked', async () => {
    const { user, calls } = open('approve', asking(['Read', 'Bash(*)']), { approve: done });
    const tools = screen.getByRole('group', { name: 'Tools that it requests' });
    for (const box of within(tools).getAllByRole<HTMLInputElement>('checkbox'))
      expect(box.checked).toBe(false);
    await user.click(within(tools).getByRole('checkbox', { name: 'Read' }));
    await user.click(button('Approve'));
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ name: 'approve', input: { items: [{ grants: ['Read'] }] } });
  });

  it('can not be sent about something else than was looked at', async () => {
    const row = aSkill('acme', 'deploy');
    const now = { ...row, setDigest: `sha256:${'e'.repeat(64)}` };
    const { user, calls } = open('approve', row, { approve: done }, now);
    expect(screen.getByText('It is not what you looked at any more')).toBeTruthy();
    expect(button('Approve').disabled).toBe(true);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(calls).toEqual([]);
  });

  it('says aloud that nothing was decided when that failed, and stays open', async () => {
    const { user } = open('deny', aSkill('acme', 'deploy'), {
      deny: async () => ({
        ok: false,
        error: { code: 'store', message: 'The disk is full.' } as never,
      }),
    });
    await user.click(button('Deny'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Nothing was decided');
    expect(alert.textContent).toContain('The disk is full.');
    expect(button('Deny').disabled).toBe(false);
  });

  it('sends one decision for one yes, however often it is clicked', async () => {
    const { user, calls } = open('approve', aSkill('acme', 'deploy'), {
      approve: () => new Promise(() => undefined),
    });
    await user.dblClick(button('Approve'));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(calls).toHaveLength(1);
  });

  it('shows a long and hostile tool as the words that they are', () => {
    const tool = `Read\u202E${'x'.repeat(3_000)} (granted before)`;
    open('approve', asking([tool]));
    const tools = screen.getByRole('group', { name: 'Tools that it requests' });
    expect(within(tools).getAllByRole('checkbox')).toHaveLength(1);
    const said = tools.querySelector('code')?.textContent;
    expect(said).toBe(tool.replace('\u202E', '\\u{202E}'));
    expect(screen.getAllByText(/Approving grants none of them/)).toHaveLength(1);
  });

  it('says for a skill that is gone that it is', () => {
    drawn(<OpenSheet sheet={request('approve', aSkill('acme', 'deploy'))} />, {
      skills: new Map(),
    });
    expect(screen.getByText(/is gone, or was decided elsewhere/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Approve/ }).disabled).toBe(true);
  });
});

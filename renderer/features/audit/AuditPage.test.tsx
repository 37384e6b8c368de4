// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RendererApi, RequestInput, RequestOutput } from '../../../shared/contract.ts';
import type { AuditLine } from '../../../shared/model/approval.ts';
import { drawn } from '../../store/testing/drawn.tsx';
import { AuditPage } from './AuditPage.tsx';

const lines = (count: number): AuditLine[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ seq: count - index, at: '2026-11-01T10:00:00.000Z', actor: 'ann', action: 'denied' },
    ...{ server: 'acme', uri: `skill://s-${index}/SKILL.md`, setDigest: null, detail: '' },
    ...{ prev: '', hash: '' },
  }));
const page = (count: number): RequestOutput<'getAudit'> => ({
  ...{ lines: lines(count), more: false, chain: { ok: true, lines: count } },
});

/** The page, and its requests, which the test answers when it likes. */
function open() {
  const asked: {
    readonly input: RequestInput<'getAudit'>;
    readonly answer: (count: number) => Promise<void>;
  }[] = [];
  const getAudit: RendererApi['getAudit'] = (input) =>
    new Promise((resolve) => {
      const answer = (count: number): Promise<void> =>
        act(async () => resolve({ ok: true, value: page(count) }));
      asked.push({ input, answer });
    });
  return { ...drawn(<AuditPage server={null} />, {}, { getAudit }), asked };
}

it('shows what the filter asks for now, whichever answer comes last', async () => {
  const { user, asked } = open();
  await user.selectOptions(screen.getByLabelText('Action'), 'denied');
  expect(asked.map(({ input }) => input.action)).toEqual([null, 'denied']);
  await asked[1]?.answer(1);
  expect(screen.getByText('1 line')).toBeTruthy();
  await asked[0]?.answer(3);
  expect(screen.getByText('1 line')).toBeTruthy();
});

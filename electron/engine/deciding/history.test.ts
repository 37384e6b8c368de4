import { describe, expect, it } from 'vitest';
import { mostAuditLines } from '../../../shared/model/plain.ts';
import { err, ok } from '../../../shared/result.ts';
import type { AuditQuery } from '../ports/decisions.ts';
import type { DecisionContext } from '../contexts.ts';
import { partialContext } from '../testing/partial-context.ts';
import { auditPage, auditText, historyOf } from './history.ts';

const filter: AuditQuery = { server: 'acme', text: 'word', action: null };
const chain = { status: 'whole' } as never;
const line = { seq: 1 } as never;

function log(more: object = {}) {
  const asked: unknown[] = [];
  const audit = {
    page: async (...given: unknown[]) => {
      asked.push(given);
      return { lines: [line], more: true };
    },
    chain: async () => chain,
    text: async (...given: unknown[]) => {
      asked.push(given);
      return { text: 'lines', complete: true };
    },
    ...more,
  };
  return { parts: partialContext<DecisionContext>({ audit }), asked };
}
const broken = {
  page: () => Promise.reject(new Error('no such file')),
  text: () => Promise.reject('torn'),
};

describe('the history', () => {
  it('of one skill is all of it, newest first', async () => {
    const { parts, asked } = log();
    expect(await historyOf(parts, 'acme', 'skill://a')).toEqual(ok({ lines: [line], chain }));
    expect(asked).toEqual([
      [{ server: 'acme', uri: 'skill://a', text: '', action: null }, null, mostAuditLines],
    ]);
  });

  it('comes in pages, each with whether there is more', async () => {
    const { parts, asked } = log();
    expect(await auditPage(parts, filter, 9, 5)).toEqual(ok({ lines: [line], more: true, chain }));
    expect(asked).toEqual([[filter, 9, 5]]);
  });

  it('is exported as it stands, or not at all', async () => {
    expect(await auditText(log().parts, filter)).toEqual(ok({ text: 'lines' }));
    const { parts } = log({ text: async () => ({ text: 'some', complete: false }) });
    expect(await auditText(parts, filter)).toEqual(
      err({ code: 'refused', message: expect.stringContaining('Narrow the filter') }),
    );
  });

  it('that cannot be read says so', async () => {
    const { parts } = log(broken);
    const why = (message: string) => err({ code: 'store', message });
    expect(await auditPage(parts, filter, null, 1)).toEqual(
      why('audit.jsonl can’t be read: no such file'),
    );
    expect(await historyOf(parts, 'acme', 'x')).toEqual(
      why('audit.jsonl can’t be read: no such file'),
    );
    expect(await auditText(parts, filter)).toEqual(why('audit.jsonl can’t be read: torn'));
  });
});

import { describe, expect, it } from 'vitest';
import type { AppEvent } from '../../shared/contract.ts';
import { applyEvents, fromSnapshot } from './apply-event.ts';
import { emptyLog } from './log.ts';
import { skillKey, type DataState, type DetailState } from './state.ts';
import { anOperation, aRefusal, aServer, aSkill, aSnapshot } from './testing/fixtures.ts';

const applyEvent = (
  state: Parameters<typeof applyEvents>[0],
  event: Parameters<typeof applyEvents>[1][number],
): ReturnType<typeof applyEvents> => applyEvents(state, [event]);

const refunds = aSkill('acme', 'billing/refunds');
const start: DataState = {
  ...fromSnapshot(
    aSnapshot({
      servers: [aServer('acme'), aServer('docs')],
      skills: [refunds, aSkill('docs', 'guide')],
      refused: [aRefusal('acme', 3)],
    }),
  ),
  log: emptyLog,
};
const put = (server: string, skills: ReturnType<typeof aSkill>[], reset = false): AppEvent => ({
  type: 'skills-put',
  server,
  reset,
  skills,
  refused: [],
});

describe('an event', () => {
  it('replaces a row and leaves the previous state unchanged', () => {
    const changed = {
      ...refunds,
      standing: { kind: 'denied', at: '2026-11-12T09:00:00.000Z', note: '' } as const,
    };
    const after = applyEvent(start, put('acme', [changed]));
    expect(after.skills.get('acme')?.get(refunds.uri)?.standing.kind).toBe('denied');
    expect(start.skills.get('acme')?.get(refunds.uri)?.standing.kind).toBe('undecided');
    expect(after.skills.get('docs')).toBe(start.skills.get('docs'));
  });
  it('drops unlisted skills when it resets a listing', () => {
    const after = applyEvent(start, put('acme', [aSkill('acme', 'new')], true));
    expect([...(after.skills.get('acme')?.keys() ?? [])]).toEqual(['skill://new/SKILL.md']);
    expect(after.refused.get('acme')).toEqual([]);
  });
  it('adds the invalid entries of each part of a listing to those of the parts before', () => {
    const part = (index: number, reset: boolean): AppEvent => ({
      ...{ type: 'skills-put', server: 'acme', reset, skills: [] },
      refused: [aRefusal('acme', index)],
    });
    const after = applyEvents(start, [part(0, true), part(1, false)]);
    expect(after.refused.get('acme')?.map(({ index }) => index)).toEqual([0, 1]);
  });
  it('leaves rows alone when it replaces invalid entries', () => {
    const after = applyEvent(start, {
      type: 'refused-put',
      server: 'acme',
      refused: [aRefusal('acme', 1), aRefusal('acme', 2)],
    });
    expect(after.refused.get('acme')?.map((entry) => entry.index)).toEqual([1, 2]);
    expect(after.skills).toBe(start.skills);
  });
  it('marks only the changed skill’s detail as stale', () => {
    const detail = { detail: null, error: null, stale: false, loading: false };
    const opened = {
      ...start,
      details: new Map([
        [skillKey('acme', refunds.uri), detail],
        [skillKey('docs', 'skill://guide/SKILL.md'), detail],
      ]),
    };
    const after = applyEvent(opened, put('acme', [refunds]));
    expect(after.details.get(skillKey('acme', refunds.uri))?.stale).toBe(true);
    expect(after.details.get(skillKey('docs', 'skill://guide/SKILL.md'))?.stale).toBe(false);
  });
  it('marks details as stale for skills listed again or no longer listed', () => {
    const detail = { detail: null, error: null, stale: false, loading: false };
    const keys = [skillKey('acme', refunds.uri), skillKey('acmes', 'skill://other/SKILL.md')];
    const opened = { ...start, details: new Map(keys.map((key) => [key, detail])) };
    const stale = (event: AppEvent) =>
      keys.map((key) => applyEvent(opened, event).details.get(key)?.stale);
    expect(stale(put('acme', [], true))).toEqual([true, false]);
    expect(stale({ type: 'skills-removed', server: 'acme', uris: [refunds.uri] })).toEqual([
      true,
      false,
    ]);
    expect(opened.details.get(keys[0] ?? '')).toBe(detail);
  });
  it('puts a check’s result into the detail and nowhere else', () => {
    const [one, two] = ['skill://billing/refunds/SKILL.md', 'skill://billing/refunds/run.sh'];
    const detail = { row: refunds, verdicts: { [two]: { status: 'verified' } } } as unknown;
    const known = { detail, error: null, stale: false, loading: false } as DetailState;
    const key = skillKey('acme', refunds.uri);
    const verdict: AppEvent = {
      type: 'verdict',
      server: 'acme',
      uri: refunds.uri,
      file: one,
      verdict: { status: 'verified' },
    };
    const after = applyEvent({ ...start, details: new Map([[key, known]]) }, verdict);
    expect(Object.keys(after.details.get(key)?.detail?.verdicts ?? {})).toEqual([two, one]);
    expect(Object.keys(known.detail?.verdicts ?? {})).toEqual([two]);
    expect(applyEvent(start, verdict)).toEqual(start);
  });
  it('removes a removed server’s rows, invalid entries and details', () => {
    const key = skillKey('acme', refunds.uri);
    const detail = { detail: null, error: null, stale: false, loading: false };
    const opened = { ...start, details: new Map([[key, detail]]) };
    const after = applyEvent(opened, { type: 'server-removed', label: 'acme' });
    expect([...after.servers.keys(), ...after.skills.keys()]).toEqual(['docs', 'docs']);
    expect([after.refused.size, after.details.size]).toEqual([0, 0]);
  });
});

describe('a batch of events', () => {
  it('gives the same result as its events one by one', () => {
    const events: AppEvent[] = [
      put('acme', [aSkill('acme', 'a')]),
      put('acme', [aSkill('acme', 'b')]),
      { type: 'skills-removed', server: 'acme', uris: [refunds.uri] },
      put('fresh', [aSkill('fresh', 'c')]),
    ];
    const single = events.reduce<DataState>(applyEvent, start);
    expect(applyEvents(start, events)).toEqual(single);
    expect(start.skills.get('acme')?.size).toBe(1);
    expect(start.skills.has('fresh')).toBe(false);
  });
  it('keeps the newest result per subject, and none of a removed server', () => {
    const told = (more: Parameters<typeof anOperation>[0]): AppEvent => ({
      type: 'operation',
      ...anOperation(more),
    });
    const after = applyEvents(start, [
      told({ operationId: 'first', status: 'done' }),
      told({ operationId: 'one skill', uri: refunds.uri, status: 'failed' }),
      told({ operationId: 'second' }),
    ]);
    expect([...after.operations.keys()]).toEqual(['first', 'one skill', 'second']);
    const ended = applyEvent(after, told({ operationId: 'second', status: 'done' }));
    expect([...ended.operations.keys()]).toEqual(['one skill', 'second']);
    const gone = applyEvent(ended, { type: 'server-removed', label: 'acme' });
    expect(gone.operations.size).toBe(0);
    const loaded = fromSnapshot(aSnapshot({ operations: [anOperation({ status: 'done' })] }));
    expect(loaded.operations.get('one')).toMatchObject({ status: 'done' });
  });
});

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
  it('replaces a row and leaves the state before it as it was', () => {
    const changed = {
      ...refunds,
      standing: { kind: 'denied', at: '2026-11-12T09:00:00.000Z', note: '' } as const,
    };
    const after = applyEvent(start, put('acme', [changed]));
    expect(after.skills.get('acme')?.get(refunds.uri)?.standing.kind).toBe('denied');
    expect(start.skills.get('acme')?.get(refunds.uri)?.standing.kind).toBe('undecided');
    expect(after.skills.get('docs')).toBe(start.skills.get('docs'));
  });
  it('that resets a listing drops what the server no longer lists', () => {
    const after = applyEvent(start, put('acme', [aSkill('acme', 'new')], true));
    expect([...(after.skills.get('acme')?.keys() ?? [])]).toEqual(['skill://new/SKILL.md']);
    expect(after.refused.get('acme')).toEqual([]);
  });
  it('that replaces refusals leaves the rows alone', () => {
    const after = applyEvent(start, {
      type: 'refused-put',
      server: 'acme',
      refused: [aRefusal('acme', 1), aRefusal('acme', 2)],
    });
    expect(after.refused.get('acme')?.map((entry) => entry.index)).toEqual([1, 2]);
    expect(after.skills).toBe(start.skills);
  });
  it('makes the detail of a changed skill stale, and no other', () => {
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
  it('makes the details of skills stale that a server lists anew, or lists no more', () => {
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
  it('that brings a verdict puts it into the detail, and into no other place', () => {
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
  it('of a removed server takes its rows, refusals and details away', () => {
    const key = skillKey('acme', refunds.uri);
    const detail = { detail: null, error: null, stale: false, loading: false };
    const opened = { ...start, details: new Map([[key, detail]]) };
    const after = applyEvent(opened, { type: 'server-removed', label: 'acme' });
    expect([...after.servers.keys(), ...after.skills.keys()]).toEqual(['docs', 'docs']);
    expect([after.refused.size, after.details.size]).toEqual([0, 0]);
  });
});

describe('a batch of events', () => {
  it('gives what the same events give one by one', () => {
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
  it('keeps the newest end of work about a thing, and none of a server that is gone', () => {
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

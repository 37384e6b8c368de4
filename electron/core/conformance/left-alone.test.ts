import { describe, expect, it } from 'vitest';
import { defects } from '../../../e2e/servers/defects/index.ts';
import type { ReportedCheck } from '../../../shared/model/report.ts';
import { reportOn } from './testing/planted.ts';

const sound = (refused: (method: string, time: number) => boolean): ReportedCheck[] =>
  reportOn(defects['sound']!, '2026-07-28', undefined, refused).report;

const methods = [
  'skills/list',
  'skills/get',
  'resources/list',
  'resources/read',
  'resources/directory/read',
];

describe.each(methods)('a server that keeps every rule and wants nothing of %s for now', (one) => {
  it.each<readonly [string, (time: number) => boolean]>([
    ['at all', () => true],
    ['the first time', (time) => time === 1],
    ['from the second time on', (time) => time > 1],
    ['every other time', (time) => time % 2 === 0],
  ])('%s breaks no rule: what was refused is not looked at', (_, when) => {
    const report = sound((method, time) => method === one && when(time));
    expect(report.filter(({ faults }) => faults.length > 0)).toEqual([]);
    const mentioned = report.filter(({ evidence }) => evidence?.answer.includes('HTTP 429'));
    expect(mentioned).toEqual([]);
  });
});

it('a check that could not be told says that it was refused for now', () => {
  const report = sound((method) => method === 'skills/get');
  const got = report.find(({ id }) => id === 'sep-2640-skills-get-implemented');
  expect([got?.verdict, got?.why]).toEqual([
    'skipped',
    'It was not looked at: The server received too many requests (HTTP 429).',
  ]);
});

it('what is broken beside it is told all the same', () => {
  const { report } = reportOn(
    defects['get-unknown-code']!,
    '2026-07-28',
    undefined,
    (method, time) => method === 'resources/read' && time > 1,
  );
  expect(report.filter(({ faults }) => faults.length > 0).map(({ id }) => id)).toEqual([
    'sep-2640-skills-get-unknown-uri-invalid-params',
  ]);
});

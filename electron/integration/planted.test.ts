import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { officialDefects } from '../../e2e/servers/defects/official.ts';
import { slips, type PlantedServer } from '../../e2e/servers/planted/slips.ts';
import type { ConformanceReport } from '../../shared/model/report.ts';
import { drawn } from '../../build/bench/draw/drawn.ts';
import { conformance } from './testing/conformance.ts';
import { makePlace, type Place } from './testing/place.ts';
import { plantedAt } from './testing/planted.ts';

let place: Place;
beforeAll(() => {
  place = makePlace();
});
afterAll(() => place.remove());

const seeds = { 'print-shop': 201, 'tool-library': 202, observatory: 203 } as const;
const hasPython = spawnSync('python3', ['--version']).status === 0;

async function checked(name: PlantedServer, planted: (typeof slips)[PlantedServer]) {
  const server = await plantedAt(place, name, planted);
  try {
    return await conformance(place.root, server.entry);
  } finally {
    await server.stop();
  }
}

/** Each check that found something, with the first place it names. */
const found = ({ checks }: ConformanceReport): Record<string, string> =>
  Object.fromEntries(
    checks.flatMap(({ id, faults: [first] }) => (first === undefined ? [] : [[id, first.subject]])),
  );

const servers = Object.entries(slips) as [PlantedServer, (typeof slips)[PlantedServer]][];
describe.each(servers)('a server by somebody else: %s', (name, planted) => {
  it('has the five defects its seed draws', () => {
    expect(planted.map(({ defect }) => defect)).toEqual(drawn(seeds[name]));
    for (const { defect } of planted) expect(Object.keys(officialDefects)).toContain(defect);
  });

  const lacks = name === 'observatory' && !hasPython ? 'not run: there is no python3' : null;
  describe.skipIf(lacks !== null)(lacks ?? 'run', () => {
    it('has nothing to fix without them', async () => {
      const { exit, report } = await checked(name, []);
      expect([found(report), report.unfinished, exit]).toEqual([{}, [], 0]);
    });

    it('gets each of them reported with its place, next to the others', async () => {
      const { exit, report } = await checked(name, planted);
      for (const { check, at } of planted) expect(found(report)).toHaveProperty([check], at);
      expect(exit).toBe(1);
    });

    it.each(planted)('gets only $defect reported', async (one) => {
      const { report } = await checked(name, [one]);
      const told = found(report);
      expect(told).toHaveProperty([one.check], one.at);
      const others = planted.filter(({ check }) => check !== one.check);
      for (const { check } of others) expect(told).not.toHaveProperty([check]);
    });
  });
});

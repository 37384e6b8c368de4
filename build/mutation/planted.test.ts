import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { root } from '../product.ts';
import { plantedFaults, withFault } from './planted.mjs';

const faults = plantedFaults();

describe('the planted faults', () => {
  it('are eighty with different names, in six areas', () => {
    expect(new Set(faults.map(({ id }) => id)).size).toBe(80);
    const areas = new Set(faults.map(({ area }) => area));
    expect(areas.size).toBe(6);
    for (const area of areas)
      expect(faults.filter((one) => one.area === area).length).toBeGreaterThanOrEqual(13);
  });

  it.each(faults)('$id has one place in its file, and leaves code that parses', (fault) => {
    const text = readFileSync(`${root}${fault.file}`, 'utf8');
    const planted = withFault(text, fault);
    expect(planted).not.toBe(text);
    expect(parseSync(fault.file, planted).errors).toEqual([]);
  });

  it('name tests and journeys that there are', () => {
    const journeys = readdirSync(`${root}e2e/journeys`);
    for (const { tests = [], journeys: near = [] } of faults) {
      for (const name of near)
        expect(journeys.some((journey) => journey.startsWith(name))).toBe(true);
      for (const test of tests) expect(existsSync(`${root}${test}`)).toBe(true);
    }
  });

  it('refuse a text in which their place is twice, or not at all', () => {
    const fault = { id: 'one', find: 'a', replace: 'b' };
    expect(withFault('xay', fault)).toBe('xby');
    expect(() => withFault('aa', fault)).toThrow('twice');
    expect(() => withFault('x', fault)).toThrow('never');
  });
});

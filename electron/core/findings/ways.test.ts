import { describe, expect, it } from 'vitest';
import { sha256 } from '../digest.ts';
import { inspect } from './inspect.ts';
import { grammars } from './testing/cases.ts';
import {
  carriedWays,
  downloadWays,
  lowerWays,
  theftWays,
  type Way,
  writtenWays,
} from './testing/ways.ts';

const serious = ['high', 'critical'];

/** The names of the ways in which nothing of these severities is seen. */
async function unseen(ways: readonly Way[], severities = serious): Promise<string[]> {
  const missed: string[] = [];
  for (const { name, path, text } of ways) {
    const bytes = Buffer.from(text);
    const file = { uri: `skill://a/b/${path}`, path, bytes, digest: sha256(bytes) };
    const { findings } = await inspect(file, grammars);
    if (!findings.some((one) => severities.includes(one.severity) && one.confidence !== 'low'))
      missed.push(`${path} ${name}`);
  }
  return missed;
}

describe('code from elsewhere that runs is seen', () => {
  it.each(Object.entries(downloadWays))('in %s', async (_, ways) => {
    expect(await unseen(ways)).toEqual([]);
  });
});

describe('secrets that leave the machine are seen', () => {
  it.each(Object.entries(theftWays))('in %s', async (_, ways) => {
    expect(await unseen(ways)).toEqual([]);
  });
});

describe('an order is seen however it is written', () => {
  it.each(Object.entries(writtenWays))('with %s', async (_, ways) => {
    expect(await unseen(ways)).toEqual([]);
  });
});

describe('programs and orders are seen in files that don’t look like one', () => {
  it.each(Object.entries(carriedWays))('%s', async (_, ways) => {
    expect(await unseen(ways)).toEqual([]);
  });

  it.each(Object.entries(lowerWays))('one step lower: %s', async (_, ways) => {
    expect(await unseen(ways, ['medium', ...serious])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { sha256 } from '../digest.ts';
import { inspect } from './inspect.ts';
import { grammars } from './testing/cases.ts';
import { downloadWays, theftWays, type Way } from './testing/ways.ts';

const isSerious = (severity: string): boolean => severity === 'high' || severity === 'critical';

/** The names of the ways in which nothing serious is seen. */
async function unseen(ways: readonly Way[]): Promise<string[]> {
  const missed: string[] = [];
  for (const { name, path, text } of ways) {
    const bytes = Buffer.from(text);
    const file = { uri: `skill://a/b/${path}`, path, bytes, digest: sha256(bytes) };
    const { findings } = await inspect(file, grammars);
    if (!findings.some((one) => isSerious(one.severity) && one.confidence !== 'low'))
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

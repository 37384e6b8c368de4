import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { root } from '../../../build/product.ts';
import { hereAt } from '../testing/here.ts';
import { publishedFor } from '../testing/published.ts';
import { commands } from '../commands.ts';
import { answer } from '../run.ts';
import { documents, fileName, publishedSchema } from './documents.ts';

const folder = `${root}schemas`;
const names = Object.keys(documents);
const takeJson = Object.keys(commands).filter((name) => 'json' in commands[name]!.flags);
const here = hereAt({ place: { platform: 'linux', home: '/nobody', env: {} }, cwd: '/nobody' });

describe('the output of commands with --json', () => {
  it('has a schema for each command with --json, and for no other', () => {
    const own = names.filter((name) => name !== 'help' && name !== 'version');
    expect(own.toSorted()).toEqual(takeJson.toSorted());
  });

  it.each(names)('is published as declared: %s (update with -u)', async (name) => {
    const text = `${JSON.stringify(publishedSchema(name), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`${folder}/${fileName(name)}.schema.json`);
  });

  it('is in one folder with nothing else in it', () => {
    const files = names.map((name) => `${fileName(name)}.schema.json`);
    expect(readdirSync(folder).toSorted()).toEqual(files.toSorted());
  });

  it.each(names)('includes errors, and nothing else: %s', (name) => {
    const accepts = publishedFor(name);
    const error = { code: 'usage', message: 'no' };
    expect(accepts({ error })).toBe(true);
    expect(accepts({ error: { ...error, code: 'other' } })).toBe(false);
    expect(accepts({ error, more: 1 })).toBe(false);
    expect(accepts({ error: { ...error, more: 1 } })).toBe(false);
    expect(accepts({})).toBe(name === 'export');
    expect(accepts(null)).toBe(false);
    expect(accepts([])).toBe(false);
  });
});

describe('skillgate schema', () => {
  const ask = (...words: string[]) => answer(['schema', ...words], '0', here);

  it('lists all schemas and prints each', async () => {
    expect((await ask()).human).toEqual(names);
    for (const name of names) {
      const { human, json } = await ask(...name.split(' '));
      expect(json).toEqual(publishedSchema(name));
      expect(human).toEqual([{ block: JSON.stringify(json, null, 2) }]);
    }
  });

  it.each(['serve', 'lists', 'toString', '../list'])('has no schema for %s', async (name) => {
    await expect(ask(name)).rejects.toMatchObject({ code: 'not-found' });
  });
});

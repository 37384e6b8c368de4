import { describe, expect, it } from 'vitest';
import { skillMd } from '../../../e2e/servers/support/served-skill.ts';
import { ServedHere } from '../testing/served.ts';
import { stage } from '../testing/stage.ts';
import { searchTexts } from './text-search.ts';
import { verifySkills } from './verify.ts';

const current = (): boolean => true;

async function scene({ read = true, body = 'First\nthen refund the Customer.\n' } = {}) {
  const server = new ServedHere([
    {
      path: 'pay',
      files: {
        'SKILL.md': skillMd('pay', 'Pays customers'),
        'guide.md': body,
        'data.bin': new Uint8Array([0, 99, 117, 115, 116, 111, 109, 101, 114]),
      },
    },
  ]);
  const here = await stage({ servers: { acme: server } });
  await here.up();
  const [uri = ''] = here.server('acme').skills.keys();
  const { signal } = new AbortController();
  if (read)
    await verifySkills(
      here.app,
      [here.skill('acme', uri)],
      { signal, keep: true },
      { report: () => {} },
    );
  return { app: here.app, uri };
}

describe('a search of all texts', () => {
  it('finds a text in any case, with its line, column and the rest of the line', async () => {
    const { app, uri } = await scene();
    const { hits, ended } = await searchTexts(app, ' CUSTOMER ', current);
    expect(ended).toBe('complete');
    expect(hits.map(({ place }) => place)).toEqual([
      { in: 'description' },
      expect.objectContaining({ in: 'file', path: 'SKILL.md' }),
      { in: 'file', file: 'skill://pay/guide.md', path: 'guide.md', line: 2, column: 17 },
    ]);
    expect(hits.at(-1)).toMatchObject({
      server: 'acme',
      uri,
      name: 'pay',
      excerpt: { text: 'then refund the Customer.', from: 16, to: 24 },
    });
  });
  it('knows only listing entries before a file was read, and asks no server', async () => {
    const { app } = await scene({ read: false });
    const { hits, files } = await searchTexts(app, 'customer', current);
    expect(files).toBe(0);
    expect(hits.map(({ place }) => place.in)).toEqual(['description']);
  });
  it('takes the text as it is, not as a pattern', async () => {
    const { app } = await scene({ body: 'a.c $(x) [y]\nabc\n' });
    const lines = async (text: string) =>
      (await searchTexts(app, text, current)).hits.flatMap(({ place }) =>
        place.in === 'file' ? [place.line] : [],
      );
    expect(await lines('a.c')).toEqual([1]);
    expect(await lines('$(x) [y]')).toEqual([1]);
    expect(await lines('   ')).toEqual([]);
  });
  it('is bounded in one file and in all, and says so', async () => {
    const { app } = await scene({ body: 'x\n'.repeat(50_000) });
    const { hits, ended } = await searchTexts(app, 'x', current);
    expect(hits).toHaveLength(20);
    expect(ended).toBe('complete');
  });
  it('ends when another search has replaced it, with nothing', async () => {
    const { app } = await scene();
    expect(await searchTexts(app, 'customer', () => false)).toEqual({
      hits: [],
      files: 0,
      ended: 'replaced',
    });
  });
});

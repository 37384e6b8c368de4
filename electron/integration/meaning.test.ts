import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeMeaning } from '../../shared/model/log.ts';
import { openApp, type TestApp } from './testing/app.ts';
import { makePlace, type Place } from './testing/place.ts';
import { scene, skill, stdioServer } from './testing/servers.ts';

let place: Place;
let app: TestApp;
const guide = 'skill://first/references/guide.md';
const uri = 'skill://first/SKILL.md';

beforeAll(async () => {
  place = makePlace();
  const served = scene(place, 'meaning', {
    skills: [skill('first'), skill('second')],
    reads: { [guide]: 'Something else' },
  });
  const honest = stdioServer(place, 'honest', ['--era', 'modern', ...served.args]);
  const broken = stdioServer(place, 'defects', ['no-description', '--era', 'modern']);
  app = await openApp({ session: { s: honest.entry, broken: broken.entry } });
  await app.settled('s');
  await app.settled('broken');
});
afterAll(async () => {
  await app.close();
  place.remove();
});

async function meaningOf(row: number | null): Promise<ExchangeMeaning> {
  const { detail } = await app.ask('getLogDetail', { log: null, id: row ?? 0 });
  if (detail === null) throw new Error('the row has left the log');
  return detail.meaning;
}
const read = async (file: string): Promise<number> => {
  await app.read('s', uri, file);
  const { row } = await app.ask('findExchange', { of: 'read', server: 's', uri: file });
  return row ?? 0;
};

describe('the meaning of an exchange', () => {
  it('has each check a file passed or failed, and its skill', async () => {
    const failed = await meaningOf(await read(guide));
    expect(failed).toMatchObject({ nothing: null, later: null, refused: [], skills: [] });
    expect(failed.files).toMatchObject([
      {
        ...{ skill: { uri, name: 'first' }, file: guide, path: 'references/guide.md' },
        verdict: { status: 'failed', check: 'size', actual: '14 bytes' },
        checks: [
          { check: 'read', outcome: 'passed' },
          { check: 'size', outcome: 'failed' },
          { check: 'digest', outcome: 'not-reached' },
        ],
      },
    ]);
    const rows = (await app.log('s')).filter(({ failedCheck }) => failedCheck !== null);
    expect(rows.map(({ target, failedCheck }) => [target, failedCheck])).toEqual([[guide, 'size']]);
    const passed = await meaningOf(await read(uri));
    expect(passed.files.map(({ verdict }) => verdict)).toEqual([{ status: 'verified' }]);
    expect(passed.files[0]?.checks.at(-1)).toEqual({ check: 'frontmatter', outcome: 'passed' });
  });

  it('follows the latest of equal exchanges, to which earlier ones point', async () => {
    const first = await read(guide);
    const last = await read(guide);
    expect((await meaningOf(first)).later).toBe(last);
    expect((await meaningOf(last)).later).toBeNull();
  });

  it('is empty if a person sent it, however similar', async () => {
    const row = await read(guide);
    const { row: again } = await app.ask('sendAgain', { row });
    expect(await meaningOf(again)).toMatchObject({ nothing: 'by-hand', files: [] });
    expect((await meaningOf(row)).later).toBeNull();
  });

  it("has a listing's accepted and refused entries", async () => {
    const { row } = await app.ask('findExchange', {
      ...{ of: 'entry', server: 's', uri, name: null },
      ...{ dialect: 'skills-ext', way: 'either' },
    });
    const listed = await meaningOf(row);
    expect(listed.skills.map(({ name }) => name)).toEqual(['first', 'second']);
    expect(listed).toMatchObject({ refused: [], more: 0, cut: false });

    const [refused] = (await app.snapshot()).refused;
    const entry = await app.ask('findExchange', {
      ...{ of: 'entry', server: 'broken', dialect: 'skills-ext', way: 'listing' },
      ...{ uri: refused?.uri ?? null, name: refused?.name ?? null },
    });
    const broken = await meaningOf(entry.row);
    expect(broken.refused).toContainEqual(refused);
    expect(broken.refused.map(({ problem }) => problem.rule)).toContain('description-missing');
  });

  it('has nothing from resources for a server that lists its skills', async () => {
    const rows = (await app.log('broken')).filter(({ method }) => method === 'resources/list');
    const { skills } = await app.snapshot();
    const some = skills.find(({ server }) => server === 'broken')?.uri ?? '';
    let isNamed = false;
    for (const { id } of rows) {
      const { detail } = await app.ask('getLogDetail', { log: null, id });
      isNamed ||= detail?.response?.includes(`"${some}"`) === true;
      expect(detail?.meaning).toMatchObject({ refused: [], skills: [], whole: [] });
    }
    expect(isNamed).toBe(true);
  });
});

import { expect, it } from 'vitest';
import { err } from '../../../shared/result.ts';
import { entryOf, failed, file } from '../../core/skill-state/held.fixture.ts';
import { guide, stage } from './testing/stage.ts';

const flushed = () => new Promise((done) => setImmediate(done));

it('what could not be written, since another program held the file, is written soon after', async () => {
  const { happen, store, lines, clock, seen } = stage();
  const write = store.commit;
  happen.list(entryOf());
  store.commit = async () => err({ reason: 'locked', message: 'Another program holds it.' });
  happen.read(guide, failed());
  await flushed();
  expect(lines).toEqual([]);
  store.commit = write;
  clock.move(1_999);
  await flushed();
  expect(lines).toEqual([]);
  clock.move(1);
  await flushed();
  expect(lines).toMatchObject([{ action: 'verification-failed' }]);
  // Nothing is left to do, now or at the end.
  clock.move(10_000);
  await seen.settled();
  expect(lines).toHaveLength(1);
});

it('what still can’t be written at the end leaves no timer behind', async () => {
  const { happen, store, lines, clock, seen } = stage();
  const write = store.commit;
  happen.list(entryOf());
  store.commit = async () => err({ reason: 'locked', message: 'Another program holds it.' });
  happen.read(guide, failed());
  await flushed();
  await seen.settled();
  store.commit = write;
  clock.move(10_000);
  await flushed();
  expect(lines).toEqual([]);
});

it('an approval that ended stays so while the file can’t be written, whatever is served next', async () => {
  const { happen, store, records, lines, clock, now } = stage();
  const write = store.commit;
  const other = entryOf({ files: [file('SKILL.md', 'main'), file('guide.md', 'new')] });
  happen.list(entryOf());
  happen.decideElsewhere('approved');
  store.commit = async () => err({ reason: 'write-failed', message: 'The disk is full.' });
  happen.list(other);
  expect(now()?.standing.kind).toBe('changed');
  happen.list(entryOf());
  expect(now()?.standing.kind).toBe('changed');
  store.commit = write;
  await flushed();
  clock.move(2_000);
  await flushed();
  expect(lines).toMatchObject([{ action: 'changed-seen' }, { action: 'changed-seen' }]);
  expect([...records.values()]).toMatchObject([{ lapsed: { at: expect.any(String) as string } }]);
  // A new decision counts again.
  happen.decideElsewhere('approved');
  expect(now()?.standing.kind).toBe('approved');
});

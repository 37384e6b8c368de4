import { expect, it } from 'vitest';
import { err } from '../../../shared/result.ts';
import { entryOf, failed } from '../../core/skill-state/held.fixture.ts';
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

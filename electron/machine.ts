import { randomBytes } from 'node:crypto';
import { randomBytesOfUlid, ulid } from './core/ulid.ts';
import type { SystemClock, IdSource } from './engine/ports/machine.ts';

export const systemClock: SystemClock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Random bytes for so many ids are fetched at once: one at a time they cost more than the rest. */
const idsAtOnce = 200;
let random = new Uint8Array();
let used = 0;

/** ULIDs. */
export const timeOrderedIds: IdSource = {
  next() {
    if (used === random.length) {
      random = randomBytes(idsAtOnce * randomBytesOfUlid);
      used = 0;
    }
    return ulid(Date.now(), random.subarray(used, (used += randomBytesOfUlid)));
  },
};

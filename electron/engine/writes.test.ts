import { describe, expect, it } from 'vitest';
import { createWrites } from './writes.ts';

/** A store whose writes end when the test says so. */
function slow() {
  const ends: ((fails?: Error) => void)[] = [];
  const store = {
    revision: 1,
    save: (_text: string) =>
      new Promise<string>((done, fail) => {
        ends.push((error) => (error === undefined ? done('kept') : fail(error)));
      }),
    read: async () => store.revision,
    get state() {
      return store.revision;
    },
  };
  return { store, ends };
}

const isOver = async (work: Promise<void>): Promise<boolean> => {
  let over = false;
  void work.then(() => (over = true));
  await new Promise((done) => setTimeout(done, 5));
  return over;
};

describe('writes that nobody waits for', () => {
  it('are waited for at the end, also those that begin meanwhile', async () => {
    const writes = createWrites();
    const { store, ends } = slow();
    const same = writes.through(store, 'save');
    void same.save('a');
    const settled = writes.settled();
    void same.save('b');
    ends[0]!();
    expect(await isOver(settled)).toBe(false);
    ends[1]!();
    expect(await isOver(settled)).toBe(true);
  });

  it('end the wait when they fail, and their caller has the failure', async () => {
    const writes = createWrites();
    const { store, ends } = slow();
    const failed = expect(writes.through(store, 'save').save('a')).rejects.toThrow('full');
    ends[0]!(new Error('full'));
    await writes.settled();
    await failed;
  });

  it('give what the store gives; the rest of the store is its own', async () => {
    const writes = createWrites();
    const { store, ends } = slow();
    const same = writes.through(store, 'save');
    const kept = same.save('a');
    ends[0]!();
    expect(await kept).toBe('kept');
    store.revision = 2;
    expect([same.state, await same.read(), same.revision]).toEqual([2, 2, 2]);
    expect(await isOver(writes.settled())).toBe(true);
  });
});

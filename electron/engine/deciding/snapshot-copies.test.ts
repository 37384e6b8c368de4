import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { AppEvent } from '../../../shared/contract.ts';
import { sha256 } from '../../core/digest.ts';
import { entryOf, file, heldOf, identity, uri } from '../../core/skill-state/held.fixture.ts';
import { handClock } from '../catalogue/testing/stage.ts';
import type { CatalogueSkill } from '../catalogue/server.ts';
import { createOperations } from '../operations.ts';
import { createKeptBytes } from '../reading/archive-cache.ts';
import { createKeeper } from './snapshot-copies.ts';

const many = Array.from({ length: 40 }, (_, at) => file(`notes/${at}.md`, `note ${at}`));

/** A disk that takes as long as the test wants. */
function stage(files = many) {
  const entry = entryOf({ files });
  const skill = {
    ...{
      server: { label: 'acme', identity, target: null } as CatalogueSkill['server'],
      uri,
      entry,
    },
    ...{ held: heldOf(entry), record: null, failures: [], answers: [], others: [], barredBy: [] },
    standing: { kind: 'undecided' },
  } as const satisfies CatalogueSkill;
  const kept = createKeptBytes(1_000_000);
  for (let at = 0; at < files.length; at += 1)
    kept.put('acme', sha256(`note ${at}`), Buffer.from(`note ${at}`));
  const written: string[] = [];
  const waiting: ((worked: boolean) => void)[] = [];
  const events: AppEvent[] = [];
  let ids = 0;
  const operations = createOperations((event) => void events.push(event), handClock(), {
    next: () => `op-${(ids += 1)}`,
  });
  const keeper = createKeeper({
    operations,
    kept,
    snapshots: {
      put: async (_identity, _uri, at) => {
        const worked = await new Promise<boolean>((resolve) => waiting.push(resolve));
        if (worked) written.push(at);
        return worked;
      },
      get: async () => null,
      has: async () => false,
      forgetServer: async () => {},
      forgetAll: async () => {},
    },
  });
  const write = async (worked = true): Promise<void> => {
    while (waiting.length > 0) {
      for (const one of waiting.splice(0)) one(worked);
      await turn();
    }
  };
  return { keeper, skill, written, waiting, write, operations };
}

describe('text of what was approved', () => {
  it('is kept behind the decision, a few files at a time, and says how far it is', async () => {
    const { keeper, skill, written, waiting, write, operations } = stage();
    keeper.keep([skill]);
    expect(written).toEqual([]);
    expect(waiting.length).toBeLessThan(10);
    expect(operations.all()).toMatchObject([{ kind: 'keep', status: 'running', total: 40 }]);
    await write();
    await keeper.settled();
    expect(written).toHaveLength(40);
    expect(operations.all()).toMatchObject([
      { status: 'done', message: 'text of 40 files kept for later comparison' },
    ]);
  });

  it('is kept of what is approved meanwhile, too', async () => {
    const { keeper, skill, written, write } = stage(many.slice(0, 3));
    keeper.keep([skill]);
    keeper.keep([skill]);
    await write();
    keeper.keep([skill]);
    await write();
    await keeper.settled();
    expect(written).toHaveLength(9);
  });

  it('says of how many files it was not kept, and what that costs', async () => {
    const { keeper, skill, write, operations } = stage();
    keeper.keep([skill]);
    await write(false);
    await keeper.settled();
    expect(operations.all()).toMatchObject([
      {
        status: 'failed',
        message: expect.stringMatching(/of 40 not kept.*only digests/) as string,
      },
    ]);
  });

  it('can be stopped, and what is kept then stays', async () => {
    const { keeper, skill, written, write, operations } = stage();
    keeper.keep([skill]);
    expect(operations.cancel('op-1')).toBe(true);
    await write();
    await keeper.settled();
    expect(written.length).toBeGreaterThan(0);
    expect(operations.all()).toMatchObject([
      { status: 'cancelled', message: expect.stringMatching(/of 3\d not/) as string },
    ]);
  });

  it('is not written any more once a person has every byte forgotten', async () => {
    const { keeper, skill, written, waiting, write } = stage();
    keeper.keep([skill]);
    const begun = waiting.length;
    let dropped = false;
    const drop = keeper.drop(null).then(() => (dropped = true));
    await turn();
    // What is being written has to land first: else it would land after the folder was removed.
    expect(dropped).toBe(false);
    await write();
    await drop;
    await keeper.settled();
    expect(written).toHaveLength(begun);
  });

  it('of another server is still written when one server is forgotten', async () => {
    const { keeper, skill, written, write } = stage();
    keeper.keep([skill]);
    const drop = keeper.drop({ kind: 'http', url: 'https://other.example/' });
    await write();
    await drop;
    await keeper.settled();
    expect(written).toHaveLength(40);
  });
});

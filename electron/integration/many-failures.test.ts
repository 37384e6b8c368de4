import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalRecord, Failure } from '../../shared/model/approval.ts';
import { entryOf, failed, file, heldOf } from '../core/skill-state/held.fixture.ts';
import { read } from '../core/skill-state/read.ts';
import { nodeDisk, type FileSystem } from '../storage/disk/data-folder.ts';
import { at, openStore, temporaryFolder } from '../storage/testing/forge.ts';
import { createCatalogue } from '../engine/catalogue/catalogue.ts';
import { journal, type ChangeAudit } from '../engine/catalogue/change-audit.ts';
import { forgetting } from '../engine/deciding/forget.ts';
import type { ApprovalsStore } from '../engine/ports/decisions.ts';

const names = Array.from({ length: 500 }, (_, index) => `notes/${index}.md`);
const entry = entryOf({
  files: [file('SKILL.md', 'main'), ...names.map((name) => file(name, name))],
});
const { uri } = entry;

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

interface Kept {
  readonly records: readonly ApprovalRecord[];
  readonly failures: readonly Failure[];
}
const kept = async (): Promise<Kept> =>
  JSON.parse(await readFile(join(folder, 'approvals.json'), 'utf8')) as Kept;

/** A disk that counts commits, each of which can be made to wait or to fail. */
function counting(before: (writes: number) => Promise<void>) {
  let writes = 0;
  const disk: FileSystem = {
    ...nodeDisk,
    async rename(from, to) {
      writes += 1;
      await before(writes);
      await nodeDisk.rename(from, to);
    },
  };
  return { disk, writes: () => writes };
}

interface Reader {
  readonly journal: ChangeAudit;
  readonly store: ApprovalsStore;
  /** Reads a file and finds bytes that don't match. */
  fail(name: string): void;
  /** The same for the SKILL.md of a skill with that URI, listed for this. */
  failAt(uri: string): void;
  standing(): string | undefined;
}

async function reader(disk: FileSystem): Promise<Reader> {
  const store = await openStore(folder, { disk });
  const clock = { now: () => at, after: () => () => {} };
  const parts = {
    approvals: store,
    answers: { find: () => [], others: () => [] },
    policy: { current: { status: 'none' } as const, onChange: () => () => {} },
    clock,
  };
  const catalogue = createCatalogue(parts);
  const audit = { page: async () => ({ lines: [], more: false }) };
  const notes = journal({ ...parts, catalogue, audit });
  catalogue.listen(notes);
  const config = { type: 'http', url: 'https://acme.example/mcp', headers: {} } as const;
  const server = catalogue.add({
    label: 'acme',
    enabled: true,
    config: { ok: true, value: config },
  } as never);
  const place = { server, uri };
  catalogue.updateAll([{ place, step: () => heldOf(entry) }]);
  return {
    journal: notes,
    store,
    failAt(other) {
      const asked = heldOf(
        entryOf({ uri: other, files: [{ ...file('SKILL.md', ''), uri: other }] }),
      );
      const bad = read(asked, { asked, file: other, verdict: failed(), observed: null });
      catalogue.updateAll([{ place: { server, uri: other }, step: () => bad }]);
    },
    standing: () => catalogue.at(place)?.standing.kind,
    fail: (name) =>
      void catalogue.update(place, (held) =>
        read(held, { asked: held, file: file(name, '').uri, verdict: failed(), observed: null }),
      ),
  };
}

describe('files that fail while decisions are written', () => {
  it('cause one further write, however many they are', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { disk, writes } = counting((count) => (count === 1 ? held : Promise.resolve()));
    const { fail, journal: notes } = await reader(disk);
    for (const name of names) {
      fail(name);
      await turn();
    }
    release();
    await notes.settled();
    // The empty file of a first write, the first failure, and one write for all the others.
    expect(writes()).toBe(3);
    expect((await kept()).failures).toHaveLength(65);
  });

  it('cause at most one write per stored file when nothing waits', async () => {
    const { disk, writes } = counting(() => Promise.resolve());
    const { fail, journal: notes } = await reader(disk);
    for (const name of names) {
      fail(name);
      await turn();
    }
    await notes.settled();
    expect(writes()).toBeLessThanOrEqual(65);
  });

  it('are written later if the disk is unavailable', async () => {
    const { disk } = counting((count) =>
      count <= 2 ? Promise.reject(new Error('no space')) : Promise.resolve(),
    );
    const { fail, journal: notes, store } = await reader(disk);
    fail(names[0] ?? '');
    await notes.settled();
    fail(names[1] ?? '');
    await notes.settled();
    await notes.settled();
    expect(store.allFailures().map((one) => one.file)).toEqual(
      names.slice(0, 2).map((name) => file(name, '').uri),
    );
  });
});

describe('a server that fails under too many names', () => {
  it("has every skill refused, at once and after a restart, until it's forgotten", async () => {
    const first = await reader(nodeDisk);
    expect(first.standing()).toBe('undecided');
    first.failAt(`skill://${'x'.repeat(600_000)}/SKILL.md`);
    await first.journal.settled();
    expect(first.standing()).toBe('refused');
    expect((await readFile(join(folder, 'approvals.json'))).byteLength).toBeLessThan(2_000);

    const { standing, store, journal: notes } = await reader(nodeDisk);
    expect(standing()).toBe('refused');
    await notes.settled();
    await store.commit(await forgetting(store, null, 'forgotten'));
    expect((await reader(nodeDisk)).standing()).toBe('undecided');
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../audit/verify.ts';
import { openStore, put, temporaryFolder } from '../testing/forge.ts';
import { buildScripts } from '../testing/scripts.ts';

/** A decision that a person made must never be lost. Each test prints what it did. */
let scripts: Awaited<ReturnType<typeof buildScripts>>;
beforeAll(async () => {
  scripts = await buildScripts('writer', 'peer');
  return () => scripts.remove();
});

/** A short form; `npm run soak` goes on with more of both, and other seeds. */
const kills = Number(process.env['ENDURANCE_KILLS'] ?? 20);
const each = Number(process.env['ENDURANCE_DECISIONS'] ?? 15);
const firstKills = 12;
const figures = (text: string): void => void process.stdout.write(`    ${text}\n`);
const start = (script: 'writer' | 'peer', ...args: string[]): ChildProcess =>
  spawn(process.execPath, [scripts.path(script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });

interface Peer {
  readonly child: ChildProcess;
  readonly lines: string[];
  readonly ready: Promise<void>;
  say(line: string): void;
}

function peer(folder: string): Peer {
  const child = start('peer', folder);
  const lines: string[] = [];
  const ready = new Promise<void>((resolve) => {
    if (child.stdout === null) throw new Error('a peer has no output');
    createInterface({ input: child.stdout }).on('line', (line) =>
      line === 'ready' ? resolve() : lines.push(line),
    );
  });
  return { child, lines, ready, say: (line) => void child.stdin?.write(`${line}\n`) };
}

async function until<T>(what: string, look: () => T | undefined): Promise<T> {
  for (const end = Date.now() + 100_000; ;) {
    const found = look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`still waiting for ${what}`);
    await sleep(2);
  }
}

describe('decisions', () => {
  it('of eight processes at once are all there', async () => {
    const folder = await temporaryFolder();
    const began = performance.now();
    const codes = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, index) =>
          (await once(start('writer', folder, `p${index}`, String(each)), 'exit'))[0] as unknown,
      ),
    );
    expect(codes).toEqual(Array.from({ length: 8 }, () => 0));
    const store = await openStore(folder);
    expect(store.state).toMatchObject({ status: 'ready', revision: 8 * each, records: 8 * each });
    const names = new Set(store.all().map(({ name }) => name));
    expect(
      Array.from(
        { length: 8 * each },
        (_, index) => `p${index % 8}-${Math.floor(index / 8)}`,
      ).filter((name) => !names.has(name)),
    ).toEqual([]);
    expect(await verifyAudit(join(folder, 'audit.jsonl'))).toEqual({
      ok: true,
      lines: 8 * each,
      recovered: 0,
    });
    expect((await readdir(folder)).sort()).toEqual(['approvals.json', 'audit.jsonl']);
    figures(
      `8 processes x ${each} decisions: ${names.size} records, all revisions, chain intact, ${Math.round(performance.now() - began)} ms`,
    );
  }, 300_000);

  it(`survive ${kills} kills at random moments of writing: before or after, readable, and the next write works (starts one per kill)`, async () => {
    const folder = await temporaryFolder();
    const began = performance.now();
    let seed = Number(process.env['ENDURANCE_SEED'] ?? 20_261_121);
    const random = (): number =>
      (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    const warm = [peer(folder), peer(folder), peer(folder)];
    const met = { staged: 0, locked: 0, unsaid: 0, said: 0 };
    let before = new Set<string>();
    for (let round = 0; round < kills; round += 1) {
      const victim = warm.shift() ?? peer(folder);
      warm.push(peer(folder));
      await victim.ready;
      victim.say(`go r${round}`);
      await until('a decision', () => victim.lines.find((line) => line.startsWith('did ')));
      await sleep(random() * 12);
      const closed = once(victim.child, 'close');
      victim.child.kill('SIGKILL');
      await closed;
      if (existsSync(join(folder, 'approvals.json.next'))) met.staged += 1;
      if (existsSync(join(folder, 'approvals.json.lock'))) met.locked += 1;

      const store = await openStore(folder);
      expect(store.state.status).toBe('ready');
      const now = new Set(store.all().map(({ name }) => name));
      const said = victim.lines
        .filter((line) => line.startsWith('did '))
        .map((line) => line.slice(4));
      expect([...before, ...said].filter((name) => !now.has(name))).toEqual([]);
      // What was under way is there as a whole or not at all.
      const unsaid = [...now].filter((name) => !before.has(name) && !said.includes(name));
      expect(unsaid.length).toBeLessThanOrEqual(1);
      met.unsaid += unsaid.length;
      met.said += said.length;
      expect(await store.commit([put(`after-${round}`)])).toMatchObject({ ok: true });
      before = new Set([...now, `after-${round}`]);
      await store.close();
    }
    for (const { child } of warm) child.kill('SIGKILL');
    const end = await openStore(folder);
    expect(new Set(end.all().map(({ name }) => name))).toEqual(before);
    const verdict = await verifyAudit(join(folder, 'audit.jsonl'));
    expect(verdict).toMatchObject({ ok: true });
    figures(
      `${kills} kills: ${met.said} decisions said and kept, ${met.unsaid} in force before they were said, ${met.staged} killed with a file staged, ${met.locked} holding the lock, ${before.size} records, chain intact, ${Math.round(performance.now() - began)} ms`,
    );
  }, 300_000);

  it(`that are the first of a folder survive ${firstKills} kills: the file is there and read`, async () => {
    let seed = Number(process.env['ENDURANCE_SEED'] ?? 20_261_121);
    const random = (): number =>
      (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    const met = { none: 0, empty: 0, decided: 0 };
    for (let round = 0; round < firstKills; round += 1) {
      const folder = await temporaryFolder();
      const victim = peer(folder);
      await victim.ready;
      const closed = once(victim.child, 'close');
      victim.say('put first');
      await sleep(random() * 40);
      victim.child.kill('SIGKILL');
      await closed;
      const isThere = existsSync(join(folder, 'approvals.json'));
      const store = await openStore(folder);
      expect(store.state.status).toBe('ready');
      const names = store.all().map(({ name }) => name);
      if (victim.lines.includes('did first')) expect(names).toEqual(['first']);
      met[!isThere ? 'none' : names.length === 0 ? 'empty' : 'decided'] += 1;
      expect(await store.commit([put('next')])).toMatchObject({ ok: true });
      expect(await verifyAudit(join(folder, 'audit.jsonl'))).toMatchObject({ ok: true });
      await rm(folder, { recursive: true });
    }
    figures(
      `${firstKills} kills of a first decision: ${met.none} before there was a file, ${met.empty} with an empty one, ${met.decided} with the decision`,
    );
  }, 120_000);

  it('of two windows and a command are seen by all of them', async () => {
    const folder = await temporaryFolder();
    const windows = [peer(folder), peer(folder)];
    await Promise.all(windows.map(({ ready }) => ready));
    const delays: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (const [at, writer] of windows.entries()) {
        const reader = windows[1 - at];
        const name = `w${at}-${round}`;
        writer.say(`put ${name}`);
        const did = await until('the decision', () =>
          writer.lines.includes(`did ${name}`) ? Date.now() : undefined,
        );
        const saw = await until('the other window', () =>
          reader?.lines.find((line) => line.startsWith(`saw ${name} `)),
        );
        delays.push(Number(saw.split(' ')[2]) - did);
      }
      const command = start('writer', folder, `c${round}`, '1');
      await once(command, 'exit');
      const did = Date.now();
      for (const { lines } of windows)
        delays.push(
          Number(
            (
              await until('a window', () =>
                lines.find((line) => line.startsWith(`saw c${round}-0 `)),
              )
            ).split(' ')[2],
          ) - did,
        );
    }
    for (const { child } of windows) child.kill();
    expect((await openStore(folder)).all()).toHaveLength(15);
    figures(
      `two windows and a command: ${delays.length} decisions seen by the others, the slowest after ${Math.max(...delays)} ms`,
    );
  }, 120_000);
});

describe('a file that is damaged anywhere', () => {
  it('cut or overwritten at every 97th byte is never taken for fewer decisions, and its bytes stay', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'approvals.json');
    const names = Array.from({ length: 24 }, (_, index) => `skill-${index}`);
    await (await openStore(folder)).commit(names.map((name) => put(name)));
    const whole = readFileSync(path);
    let places = 0;
    for (let at = 0; at < whole.length - 1; at += 97) {
      const overwritten = Buffer.from(whole);
      overwritten[at] = 0xff;
      for (const damaged of [whole.subarray(0, at), overwritten]) {
        await writeFile(path, damaged);
        const store = await openStore(folder);
        expect(store.state).toMatchObject({ status: 'unreadable', reason: 'corrupt' });
        expect(store.all()).toEqual([]);
        expect(await store.commit([put('more')])).toMatchObject({
          ok: false,
          error: { reason: 'unreadable' },
        });
        expect(readFileSync(path).equals(damaged)).toBe(true);
        const copies = (await readdir(folder)).filter((name) =>
          name.startsWith('approvals.json.corrupt-'),
        );
        expect(copies).toHaveLength(1);
        expect(readFileSync(join(folder, copies[0] ?? '')).equals(damaged)).toBe(true);
        await rm(join(folder, copies[0] ?? ''));
        places += 1;
      }
    }
    await writeFile(path, whole);
    expect((await openStore(folder)).all().map(({ name }) => name)).toEqual(names);
    figures(`${places} damaged files of ${whole.length} bytes: all refused, all bytes kept`);
  }, 120_000);
});

import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DecisionCopy } from '../../../shared/model/approval.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ChainEnd } from '../audit/line.ts';
import { replaceWhole } from '../disk/atomic-file.ts';
import { readBounded } from '../disk/bounded-read.ts';
import { checkFolder } from '../disk/data-folder.ts';
import { mostBytes, type LoadedRecords } from './loaded-records.ts';
import { parseApprovals } from './parse.ts';

/** The newest, one a day before that, and all of them together at most. */
const mostNewest = 20;
const mostDays = 30;
const mostTotalBytes = 512 * 1024 * 1024;

/** A copy with where the audit stood then: whatever follows there happened later. */
export interface KeptCopy extends DecisionCopy {
  readonly revision: number;
  readonly audit: Pick<ChainEnd, 'seq'> & { readonly hash: string };
}

/** What a copy's name says, so that a list of them needs no reading. */
interface CopyFacts {
  readonly at: number;
  readonly revision: number;
  readonly decisions: number;
  readonly audit: ChainEnd;
}

/**
 * Whole copies of `approvals.json` in `approvals-copies`, for a person whose file is damaged.
 * Written behind the decisions, which wait for none of it: a full disk costs a copy and nothing
 * else.
 */
export class DecisionCopies {
  readonly #folder: string;
  #waiting: { readonly chunks: readonly Uint8Array[]; readonly facts: CopyFacts } | null = null;
  #writing: Promise<void> | null = null;

  /** `folder`: the data folder. */
  constructor(folder: string) {
    this.#folder = join(folder, 'approvals-copies');
  }

  /** Of several that wait, the newest is written. `chunks` must not change any more. */
  keep(chunks: readonly Uint8Array[], facts: CopyFacts): void {
    this.#waiting = { chunks, facts };
    this.#writing ??= this.#run().finally(() => {
      this.#writing = null;
    });
  }

  async settled(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  /** Newest first; none where the folder can't be trusted. */
  async list(): Promise<readonly KeptCopy[]> {
    if (!(await checkFolder(this.#folder)).ok) return [];
    const names = await readdir(this.#folder).catch(() => []);
    return names
      .flatMap((name) => copyNamed(name) ?? [])
      .sort((a, b) => b.revision - a.revision || b.at.localeCompare(a.at));
  }

  async read(name: string): Promise<Result<{ copy: KeptCopy; records: LoadedRecords }, string>> {
    const copy = (await this.list()).find((one) => one.name === name);
    if (copy === undefined) return err(`there is no copy ${JSON.stringify(name)}`);
    const path = join(this.#folder, name);
    const file = await readBounded(path, mostBytes);
    if (!file.ok) return err(file.error.message);
    const records = parseApprovals(file.value.bytes);
    if (!records.ok) return err(`${path} can’t be used: ${records.error.message}`);
    // What a name says of the audit holds for the content that was written with it.
    if (records.value.former !== null || records.value.revision !== copy.revision)
      return err(`${path} isn’t the copy that its name says`);
    return ok({ copy, records: records.value });
  }

  async #run(): Promise<void> {
    for (let next = this.#waiting; next !== null; next = this.#waiting) {
      this.#waiting = null;
      await this.#write(next.chunks, next.facts).catch(() => undefined);
    }
  }

  async #write(chunks: readonly Uint8Array[], facts: CopyFacts): Promise<void> {
    await mkdir(this.#folder, { mode: 0o700 }).catch(() => undefined);
    if (!(await checkFolder(this.#folder)).ok) return;
    await replaceWhole(join(this.#folder, nameOf(facts)), chunks);
    const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    // Their sizes differ little: none of them needs to be looked at.
    const most = Math.max(1, Math.floor(mostTotalBytes / Math.max(1, bytes)));
    const all = await this.list();
    const kept = new Set(copiesToKeep(all).slice(0, most));
    for (const copy of all)
      if (!kept.has(copy)) await rm(join(this.#folder, copy.name), { force: true });
  }
}

/** The newest, and of older ones the last of each day. */
export function copiesToKeep(newestFirst: readonly KeptCopy[]): readonly KeptCopy[] {
  const kept = newestFirst.slice(0, mostNewest);
  const days = new Map<string, KeptCopy>();
  for (const copy of newestFirst.slice(mostNewest)) {
    const day = copy.at.slice(0, 10);
    if (!days.has(day)) days.set(day, copy);
  }
  return [...kept, ...[...days.values()].slice(0, mostDays)];
}

const namePattern =
  /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)\.r(\d{1,15})\.n(\d{1,9})\.s(\d{1,15})-([0-9a-f]{16})\.json$/;

function nameOf({ at, revision, decisions, audit }: CopyFacts): string {
  const time = new Date(at).toISOString().replaceAll(':', '-');
  return `${time}.r${revision}.n${decisions}.s${audit.seq}-${shortHash(audit.hash)}.json`;
}

/** Enough of an audit line's hash to tell the log from another one. */
export const shortHash = (hash: string): string => hash.replace('sha256:', '').slice(0, 16);

function copyNamed(name: string): KeptCopy | null {
  const [, time, revision, decisions, seq, hash] = namePattern.exec(name) ?? [];
  if (time === undefined || hash === undefined) return null;
  const at = time.replace(/T(\d\d)-(\d\d)-(\d\d)/, 'T$1:$2:$3');
  if (Number.isNaN(Date.parse(at))) return null;
  return {
    ...{ name, at, decisions: Number(decisions), revision: Number(revision) },
    audit: { seq: Number(seq), hash },
  };
}

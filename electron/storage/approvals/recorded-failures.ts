import { everything } from '../../../shared/host/failures.ts';
import type { Failure, Identity } from '../../../shared/model/approval.ts';
import { sameIdentity } from '../../core/decisions/identity.ts';
import { skillKey } from './loaded-records.ts';

/** Files of one skill that are kept one by one; of `skillFiles` that an entry may list. */
const mostFiles = 64;
/** All that is kept of one server, in UTF-16 units of JSON: a thousand files and more. */
const mostOfServer = 512 * 1024;

/**
 * The failed verifications of a file of decisions, to be changed. There is one per file: the
 * last, but for the time the first of its kind. The attacker is a server that fails on and on
 * under new names: what would be too much is one failure of the whole skill, or of the whole
 * server, which refuses no less.
 */
export class KeptFailures {
  readonly #bySkill: Map<string, readonly Failure[]>;

  constructor(before: ReadonlyMap<string, readonly Failure[]>) {
    this.#bySkill = new Map(before);
  }

  get bySkill(): ReadonlyMap<string, readonly Failure[]> {
    return this.#bySkill;
  }

  /** Whether anything is kept now that was not before. */
  fail(failure: Failure): boolean {
    const { identity } = failure.server;
    const known = this.#of(identity, failure.uri);
    if (known.some((one) => isSame(one, failure))) return false;
    const others = known.filter(({ file }) => file !== failure.file);
    const named = others.filter(({ file }) => file !== everything).length;
    if (named < mostFiles && this.#hasRoom(failure, known))
      return this.#set(identity, failure.uri, [...others, failure]);
    const whole = { ...failure, file: everything, ...tooMany };
    if (this.#hasRoom(whole, known)) return this.#add(whole);
    return this.#add({ ...whole, uri: everything });
  }

  /** Clears one file of a skill, or all of them with null. Whether anything was kept of it. */
  clear(identity: Identity, uri: string, file: string | null): boolean {
    const known = this.#of(identity, uri);
    const left = file === null ? [] : known.filter((failure) => failure.file !== file);
    if (left.length > 0) this.#set(identity, uri, left);
    else this.#bySkill.delete(skillKey(identity, uri));
    return left.length < known.length;
  }

  #of(identity: Identity, uri: string): readonly Failure[] {
    return this.#bySkill.get(skillKey(identity, uri)) ?? [];
  }

  #set(identity: Identity, uri: string, failures: readonly Failure[]): true {
    this.#bySkill.set(skillKey(identity, uri), failures);
    return true;
  }

  /** Of those that stand for many the first stays. */
  #add(failure: Failure): boolean {
    const { server, uri, file } = failure;
    const known = this.#of(server.identity, uri);
    if (known.some((one) => one.file === file)) return false;
    return this.#set(server.identity, uri, [...known, failure]);
  }

  #hasRoom(failure: Failure, known: readonly Failure[]): boolean {
    const replaced = known.find(({ file }) => file === failure.file);
    let size = sizeOf(failure) - (replaced === undefined ? 0 : sizeOf(replaced));
    for (const failures of this.#bySkill.values())
      for (const one of failures)
        if (sameIdentity(one.server.identity, failure.server.identity)) size += sizeOf(one);
    return size <= mostOfServer;
  }
}

const tooMany = { check: 'too-many', expected: null, actual: null } as const;

const isSame = (a: Failure, b: Failure): boolean =>
  a.file === b.file && a.check === b.check && a.expected === b.expected && a.actual === b.actual;

const sizes = new WeakMap<Failure, number>();

function sizeOf(failure: Failure): number {
  let size = sizes.get(failure);
  if (size === undefined) sizes.set(failure, (size = JSON.stringify(failure).length));
  return size;
}

import { err, ok } from '../../../shared/result.ts';
import type { SystemKeychain, KeychainProblem } from '../credentials/keychain.ts';

/** A keychain in memory. */
export function keychainInMemory() {
  const held = new Map<string, string>();
  const state: {
    problem: KeychainProblem | null;
    /** Does not answer before this is settled, as one that asks a person. */
    asking: Promise<void> | null;
    /** Calls, as `get credentials …`. */
    readonly calls: string[];
  } = { problem: null, asking: null, calls: [] };
  const through = async <T>(call: string, work: () => T) => {
    state.calls.push(call);
    await state.asking;
    return state.problem === null ? ok(work()) : err(state.problem);
  };
  const keychain: SystemKeychain = {
    get: (name) => through(`get ${name}`, () => held.get(name) ?? null),
    set: (name, secret) => through(`set ${name}`, () => void held.set(name, secret)),
    remove: (name) => through(`remove ${name}`, () => void held.delete(name)),
  };
  return { ...keychain, held, state };
}

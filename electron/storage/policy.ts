import { realpath } from 'node:fs/promises';
import { err, ok, type Result } from '../../shared/result.ts';
import { sha256 } from '../core/digest.ts';
import type { ActivePolicy, PolicyInForce } from '../core/policy/policy.ts';
import type { PolicySource } from '../engine/ports/decisions.ts';
import { readBounded, stampOf } from './disk/bounded-read.ts';
import { type MachineInfo, codeOf, messageOf, nodeDisk } from './disk/data-folder.ts';
import { watchedListeners } from './disk/folder-watch.ts';
import { mayExist, policyPath, type PolicyPlace } from './policy-path.ts';

const mostBytes = 4 * 1024 * 1024;
const pollMs = 500;

/**
 * Reads the policy. Only a file that is not there is no policy; one that is named and not
 * there, that cannot be read, that others can write or that is not understood blocks everything.
 */
export async function loadPolicy({ path, named }: PolicyPlace): Promise<PolicyInForce> {
  const unreadable = (message: string): PolicyInForce => ({ status: 'unreadable', path, message });
  let real: string;
  try {
    // System configuration is often a link into a store that only the administrator writes.
    real = await realpath(path);
  } catch (error) {
    const missing = ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
    if (!missing) return unreadable(`${path}: ${messageOf(error)}`);
    if (named) return unreadable(`${path} doesn’t exist, but SKILLGATE_POLICY names it`);
    return (await mayExist({ path, named }))
      ? unreadable(`${path} is a broken link`)
      : { status: 'none' };
  }
  const file = await readBounded(real, mostBytes);
  if (!file.ok) return unreadable(file.error.message);
  // Most machines have no policy: they load no parser for one.
  const { parsePolicy } = await import('../core/policy/policy.ts');
  const parsed = parsePolicy(file.value.bytes.toString('utf8'));
  return parsed.ok
    ? { status: 'active', path, policy: parsed.value, digest: sha256(file.value.bytes) }
    : unreadable(`${path} can’t be used: ${parsed.error}`);
}

/** A policy file that isn't in force, such as a draft, whoever can write it. */
export async function readPolicyDraft(path: string): Promise<Result<ActivePolicy, string>> {
  const file = await readBounded(path, mostBytes, { own: false });
  if (!file.ok) return err(file.error.message);
  const { parsePolicy } = await import('../core/policy/policy.ts');
  const parsed = parsePolicy(file.value.bytes.toString('utf8'));
  return parsed.ok
    ? ok({ status: 'active', path, policy: parsed.value, digest: sha256(file.value.bytes) })
    : err(`${path} can’t be used: ${parsed.error}`);
}

/** The policy in force, looked at again twice a second while somebody listens. */
export async function openPolicy(
  place: Pick<MachineInfo, 'platform' | 'env'>,
  cwd: string,
): Promise<PolicySource> {
  const where = policyPath(place, cwd);
  let stamp = await stampNow(where.path);
  let current = await loadPolicy(where);
  const listeners = watchedListeners(() => {
    const timer = setInterval(() => void look(), pollMs).unref();
    return () => clearInterval(timer);
  });
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      const now = await stampNow(where.path);
      if (now === stamp) return;
      stamp = now;
      const before = JSON.stringify(current);
      current = await loadPolicy(where);
      if (JSON.stringify(current) !== before) listeners.tell();
    } finally {
      looking = false;
    }
  };
  return {
    get current() {
      return current;
    },
    onChange: listeners.add,
  };
}

/** Of the file that the path leads to; any failure is a state of its own. */
async function stampNow(path: string): Promise<string> {
  try {
    return stampOf(await nodeDisk.lstat(await realpath(path)));
  } catch (error) {
    return codeOf(error) || 'unknown';
  }
}

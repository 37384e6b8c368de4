import { createHash, randomBytes } from 'node:crypto';
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../shared/result.ts';
import { readBounded } from './disk/bounded-read.ts';
import { codeOf, messageOf } from './disk/data-folder.ts';
import { rewriteFile } from './disk/json-file.ts';

/** Which gateway a key opens. A port of 0 stands for whichever is free. */
export interface GatewayPort {
  readonly server: string;
  readonly port: number;
}

export interface GatewayKeys {
  /** The file with this gateway's own key, which a host is given. */
  readonly path: string;
  /** Every key that opens it now: its own, and the one that all gateways shared before. */
  readonly accepted: readonly string[];
}

/** The key that all gateways shared: accepted while it's there, and never made again. */
const shared = 'gateway-key';

/**
 * The keys of a gateway's port, in files of the data folder (0600). Its own is made on first use:
 * one for each server and port, so that whoever listens on a port before the gateway does learns
 * the key of nothing else. The error is one line for people.
 */
export async function gatewayKeys(
  folder: string,
  gateway: GatewayPort,
): Promise<Result<GatewayKeys, string>> {
  const path = join(folder, ownName(gateway));
  const former = await readKey(join(folder, shared));
  if (!former.ok) return former;
  let own = await readKey(path);
  if (own.ok && own.value === null) {
    await rewriteFile<'there'>(path, async () => {
      const now = await readKey(path);
      return now.ok && now.value === null ? ok(newKey()) : err('there');
    });
    own = await readKey(path);
  }
  if (!own.ok) return own;
  if (own.value === null) return err(`${path} can’t be written`);
  const accepted = [own.value, ...(former.value === null ? [] : [former.value])];
  return ok({ path, accepted });
}

export interface RotatedKeys {
  /** Files that hold a new key. */
  readonly rotated: readonly string[];
  /** Whether there was a shared key, which opens nothing any more. */
  readonly sharedRemoved: boolean;
}

/**
 * Gives the gateways of a server and a port, or all of them, new keys, and ends the shared one.
 * The error is one line for people.
 */
export async function rotateGatewayKeys(
  folder: string,
  only: Partial<GatewayPort>,
): Promise<Result<RotatedKeys, string>> {
  const rotated: string[] = [];
  try {
    const begin = only.server === undefined ? `${shared}-` : `${shared}-${labelPart(only.server)}-`;
    const end = only.port === undefined ? '' : `-${only.port}`;
    const names = (await readdir(folder)).filter(
      (name) =>
        /^gateway-key-[\w-]*[\da-f]{12}-\d{1,5}$/.test(name) &&
        name.startsWith(begin) &&
        name.endsWith(end),
    );
    for (const name of names.toSorted()) {
      const path = join(folder, name);
      const written = await rewriteFile<never>(path, async () => ok(newKey()));
      if (!written.ok) return err(`${path} can’t be written`);
      rotated.push(path);
    }
    return ok({ rotated, sharedRemoved: await removed(join(folder, shared)) });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ok({ rotated, sharedRemoved: false });
    return err(messageOf(error));
  }
}

async function removed(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

const newKey = (): string => `${randomBytes(32).toString('base64url')}\n`;

const ownName = ({ server, port }: GatewayPort): string => `${shared}-${labelPart(server)}-${port}`;

/** A label may hold any sign; beside what is readable of it its hash tells two apart. */
function labelPart(label: string): string {
  const readable = label.replaceAll(/[^\w]+/g, '-').slice(0, 40);
  return `${readable}-${createHash('sha256').update(label).digest('hex').slice(0, 12)}`;
}

async function readKey(path: string): Promise<Result<string | null, string>> {
  const file = await readBounded(path, 1_024);
  if (!file.ok) return file.error.reason === 'missing' ? ok(null) : err(file.error.message);
  const key = file.value.bytes.toString('utf8').trim();
  // A short one, or an empty file, would let others in.
  return /^[\w-]{43,}$/.test(key) ? ok(key) : err(`${path} contains no key. Remove it`);
}

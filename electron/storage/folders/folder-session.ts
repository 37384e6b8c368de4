import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import { identityOf } from '../../core/decisions/identity.ts';
import { sha256 } from '../../core/digest.ts';
import { limits } from '../../core/limits.ts';
import type { ServerConfig } from '../../core/server-config.ts';
import type { ConfiguredServer } from '../../engine/ports/servers.ts';
import type { CallFailure, ServerConnector, ServerSession } from '../../engine/ports/session.ts';
import type { Identity } from '../../../shared/model/approval.ts';
import { readBounded } from '../disk/bounded-read.ts';
import { readFolder, type KnownDigests } from './folder-source.ts';
import type { FolderFile, FolderSkill, FolderSource } from './folder-source.ts';
import type { TreeWatch } from './tree-watch.ts';

/**
 * The server that a folder stands for. Nothing is started: `connectFolders` answers in this
 * process. The command is in no list of servers, and gives the folder an identity of its own.
 */
const configOfFolder = (path: string): ServerConfig => ({
  type: 'stdio',
  command: 'skillgate',
  args: ['folder', path],
  env: {},
});

/** The folder that a configuration stands for; null for one that starts or contacts something. */
export function folderOfConfig(config: ServerConfig): string | null {
  if (config.type !== 'stdio' || config.command !== 'skillgate') return null;
  const [word, path, ...more] = config.args;
  return word === 'folder' && path !== undefined && more.length === 0 ? path : null;
}

/** A folder as one of the configured servers. */
export const serverOfFolder = (label: string, path: string): ConfiguredServer => ({
  ...{ label, source: 'stored', enabled: true, folder: path },
  config: ok(configOfFolder(path)),
});

/** Who decisions about a folder are about; `path` without links. */
export function identityOfFolder(path: string): Identity {
  const { type, command, args } = configOfFolder(path) as Extract<
    ServerConfig,
    { readonly type: 'stdio' }
  >;
  const identity = identityOf({ type, command, args });
  if (identity === null) throw new Error('invariant: a folder has no identity');
  return identity;
}

/** The folders as the list of servers of one run. */
export const serversOfFolders = (sources: readonly FolderSource[]): ConfiguredServer[] =>
  sources.map(({ label, path }) => ({
    ...{ label, source: 'session', enabled: true },
    config: ok(configOfFolder(path)),
  }));

/** Connects the servers of `serversOfFolders`, and no other. */
export function connectFolders(sources: readonly FolderSource[]): ServerConnector {
  const byLabel = new Map(sources.map((source) => [source.label, source]));
  return {
    async connect(label) {
      const source = byLabel.get(label);
      if (source === undefined)
        return err({
          reason: 'config',
          message: `${label} is no folder of this run.`,
          stderr: [],
        });
      return ok(sessionOf(label, { first: source, read: async () => ok(source) }));
    },
    stderr: () => [],
  };
}

/** Calls `changed` when something in the folder may have changed, until it's ended. */
type WatchFolder = (changed: () => void) => TreeWatch;

type FolderContent = Pick<FolderSource, 'skills' | 'left'>;

/** What a session reads of a folder, and how it hears of changes. */
interface FolderReading {
  /** What it had when it was opened; nothing is answered before a listing without it. */
  readonly first?: FolderContent;
  /** What the folder has now; the error is one line for people. */
  read(): Promise<Result<FolderContent, string>>;
  readonly watch?: WatchFolder;
  /** A file had other content than was listed. */
  readonly doubt?: (path: string) => void;
}

/** The session of a folder that stays open while its files change; `path` without links. */
export function openFolderSession(label: string, path: string, watch: WatchFolder): ServerSession {
  const known: KnownDigests = new Map();
  return sessionOf(label, {
    watch,
    doubt: (file) => void known.delete(file),
    async read() {
      // The attacker puts a link in the folder's place, to have another one read.
      const real = await realpath(path).catch(() => null);
      if (real !== path)
        return err(
          real === null
            ? `There’s nothing at ${path}.`
            : `${path} is a link to ${real} now, so it isn’t read.`,
        );
      return ok(await readFolder(path, known));
    },
  });
}

const extension = 'io.modelcontextprotocol/skills';
/** What the revision wants of every answer that may be kept. */
const caching = { ttlMs: 0, cacheScope: 'private', resultType: 'complete' } as const;

/**
 * Answers as a server of the skills extension: from what the folder had when it was last listed.
 */
function sessionOf(label: string, { first, read, watch, doubt }: FolderReading): ServerSession {
  let { skills, left } = first ?? { skills: [], left: [] };
  let files = filesOf(skills);
  let changed = (): void => {};
  const watching = watch?.(() => changed());
  let isClosed = false;
  const list = async (): Promise<Result<unknown, CallFailure>> => {
    await watching?.ready;
    const now = await read();
    if (!now.ok) return failure(-32_603, now.error);
    ({ skills, left } = now.value);
    files = filesOf(skills);
    return ok({ skills: skills.map(entryOf), ...caching });
  };
  const call: ServerSession['call'] = async (method, params) => {
    if (isClosed) return err({ reason: 'cancelled', message: 'The folder is closed.' });
    const uri = String(params['uri'] ?? '');
    switch (method) {
      case 'skills/list':
        return list();
      case 'skills/get': {
        // A person wants to see what's there now.
        const listed = watch === undefined ? null : await list();
        if (listed?.ok === false) return listed;
        const skill = skills.find((one) => one.uri === uri);
        return skill === undefined
          ? failure(-32_002, `There's no skill at ${uri}.`)
          : ok({ skill: entryOf(skill), ...caching });
      }
      case 'resources/list':
        return ok({ resources: [], ...caching });
      case 'resources/templates/list':
        return ok({ resourceTemplates: [], ...caching });
      case 'resources/read': {
        const file = files.get(uri);
        return file === undefined
          ? failure(-32_002, `There's no file at ${uri}.`)
          : readContents(file, () => {
              doubt?.(file.path);
              changed();
            });
      }
      default:
        return failure(-32_601, `A folder doesn't have the method ${method}.`);
    }
  };
  return {
    protocolVersion: '2026-07-28',
    serverName: label,
    serverVersion: '',
    instructions: '',
    capabilities: { resources: {}, extensions: { [extension]: {} } },
    call,
    relay: null,
    hello: {},
    // A command says itself what it left out.
    ...(watch === undefined ? {} : { leftOut: () => [...left, ...(watching?.unwatched() ?? [])] }),
    onNotification(listener) {
      changed = () => listener('notifications/skills/list_changed', {});
    },
    onClosed: () => {},
    close: async () => {
      isClosed = true;
      watching?.end();
    },
  };
}

const filesOf = (skills: readonly FolderSkill[]): ReadonlyMap<string, FolderFile> =>
  new Map(skills.flatMap((skill) => skill.files.map((file) => [file.uri, file])));

const failure = (code: number, message: string): Result<never, CallFailure> =>
  err({ reason: 'error-response', code, message });

const entryOf = ({ uri, frontmatter, files }: FolderSkill): Readonly<Record<string, unknown>> => ({
  uri,
  frontmatter,
  resources: files.map(({ uri: at, digest, size }) => ({ uri: at, digest, size })),
});

/**
 * Reads the file as it's now: one that changed since the folder was opened fails its check. The
 * attacker swaps a folder for a link meanwhile, to have a file elsewhere shown.
 */
async function readContents(
  { uri, path, digest }: FolderFile,
  changed: () => void,
): Promise<Result<unknown, CallFailure>> {
  const folder = await realpath(dirname(path)).catch(() => null);
  if (folder !== dirname(path)) return failure(-32_603, `${path} can't be read: its folder moved.`);
  const read = await readBounded(path, limits.skillBytes, { own: false });
  if (!read.ok) return failure(-32_603, read.error.message);
  const { bytes } = read.value;
  // The notification of the change may be on its way, or lost.
  if (sha256(bytes) !== digest) changed();
  const text = textOf(bytes);
  const content = text === null ? { blob: bytes.toString('base64') } : { text };
  return ok({ contents: [{ uri, ...content }], ...caching });
}

/** Null for bytes that a text couldn't give back unchanged. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

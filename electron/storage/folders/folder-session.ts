import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { err, ok, type Result } from '../../../shared/result.ts';
import { identityOf } from '../../core/decisions/identity.ts';
import { limits } from '../../core/limits.ts';
import type { ServerConfig } from '../../core/server-config.ts';
import type { ConfiguredServer } from '../../engine/ports/servers.ts';
import type { CallFailure, ServerConnector, ServerSession } from '../../engine/ports/session.ts';
import type { Identity } from '../../../shared/model/approval.ts';
import { readBounded } from '../disk/bounded-read.ts';
import type { FolderFile, FolderSkill, FolderSource } from './folder-source.ts';

/**
 * The server that a folder stands for. Nothing is started: `connectFolders` answers in this process.
 * The command is in no list of servers, and gives the folder an identity of its own.
 */
const configOfFolder = (path: string): ServerConfig => ({
  type: 'stdio',
  command: 'skillgate',
  args: ['folder', path],
  env: {},
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
      return ok(sessionOf(source));
    },
    stderr: () => [],
  };
}

const extension = 'io.modelcontextprotocol/skills';
/** What the revision wants of every answer that may be kept. */
const caching = { ttlMs: 0, cacheScope: 'private', resultType: 'complete' } as const;

/** Answers as a server of the skills extension, from what was read when the folder was opened. */
function sessionOf({ label, skills }: FolderSource): ServerSession {
  const files = new Map(skills.flatMap((skill) => skill.files.map((file) => [file.uri, file])));
  let isClosed = false;
  const call: ServerSession['call'] = async (method, params) => {
    if (isClosed) return err({ reason: 'cancelled', message: 'The folder is closed.' });
    const uri = String(params['uri'] ?? '');
    switch (method) {
      case 'skills/list':
        return ok({ skills: skills.map(entryOf), ...caching });
      case 'skills/get': {
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
          : readContents(file);
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
    onNotification: () => {},
    onClosed: () => {},
    close: async () => {
      isClosed = true;
    },
  };
}

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
async function readContents({ uri, path }: FolderFile): Promise<Result<unknown, CallFailure>> {
  const folder = await realpath(dirname(path)).catch(() => null);
  if (folder !== dirname(path)) return failure(-32_603, `${path} can't be read: its folder moved.`);
  const read = await readBounded(path, limits.skillBytes, { own: false });
  if (!read.ok) return failure(-32_603, read.error.message);
  const { bytes } = read.value;
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

import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  check,
  identityOf,
  type Answer,
  type Identity,
  type Query,
} from '../../../shared/host/index.ts';
import { loadApprovals } from '../../../shared/host/node/index.ts';
import { parseServerEntry } from '../../core/import/server-entry.ts';
import { serverMapOf } from '../../core/import/server-map.ts';
import { targetOf, type PolicyTarget } from '../../core/policy/target.ts';
import { readBounded } from '../../storage/disk/bounded-read.ts';
import { dataFolderPath } from '../../storage/disk/data-folder.ts';
import { mayExist, policyPath } from '../../storage/policy-path.ts';
import type { PolicyAnswer } from './check-policy.ts';
import {
  CommandError,
  type CommandOutput,
  type CommandContext,
  textIn,
  exitCodeOf,
} from '../call/command.ts';
import { exactSize } from '../../../shared/size-text.ts';

/** Several times the largest set that an entry can list. */
const mostBytes = 64 * 1024 * 1024;

interface Given {
  readonly server: string | undefined;
  readonly uri: string;
  readonly resources: string;
  readonly read: boolean;
  readonly identity: string | undefined;
  readonly config: string | undefined;
}

/**
 * `check --resources`: the status of a skill whose entry the caller supplies. Makes no connection,
 * takes no lock and writes nothing. Throws a CommandError for a mistake in the call.
 */
export async function checkResources(here: CommandContext, given: Given): Promise<CommandOutput> {
  const { place, cwd } = here;
  const { uri } = given;
  const folder = dataFolderPath(place, cwd);
  const label = given.server ?? null;
  const { identity, target } =
    given.identity === undefined
      ? await configured(
          label ?? '',
          given.config ?? place.env['SKILLGATE_CONFIG'] ?? '',
          folder,
          cwd,
        )
      : identityIn(given.identity);
  const { resources, archive, frontmatter } = await servedFrom(given, here);
  const now = Date.now();
  const ofSet = check(await loadApprovals(join(folder, 'approvals.json')), {
    identity,
    uri,
    resources,
    archive,
    now,
  });
  const answer =
    frontmatter === null
      ? ofSet
      : (await import('./metadata-match.ts')).withSameWords(ofSet, frontmatter);
  const policy = policyPath(place, cwd);
  const {
    standing,
    rule,
    expiresAt = answer.record?.expiresAt,
  }: PolicyAnswer = (await mayExist(policy))
    ? await (
        await import('./check-policy.ts')
      ).underPolicy(policy, answer, { identity, target, uri, resources, now })
    : answer;
  const why = rule ?? answer.reason;
  return {
    json: {
      server: label,
      uri,
      standing,
      detail: { ...detailOf(answer, standing, expiresAt), ...(rule === undefined ? {} : { rule }) },
      record: answer.record ?? null,
    },
    human: [
      `${standing}  ${uri}  (${label ?? 'by identity'})${why === undefined ? '' : `  ${why}`}`,
    ],
    exit: exitCodeOf(standing),
  };
}

/** The same wording as `check` with a connection. */
function detailOf(
  { record, changes, failures, reason, metadata = false }: Answer & { readonly metadata?: boolean },
  standing: Answer['standing'],
  expiresAt: string | null | undefined,
): object {
  return {
    kind: standing,
    ...(standing === 'denied' ? { at: record?.decidedAt, note: record?.note } : {}),
    ...(standing === 'changed' ? { changes, metadata, approvedAt: record?.decidedAt } : {}),
    ...(standing === 'expired' ? { at: expiresAt } : {}),
    ...(standing === 'approved' ? { at: record?.decidedAt, expiresAt } : {}),
    ...(failures === undefined ? {} : { failures: failures.map(({ file }) => file) }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** The server in question, and the part of its configuration that policy rules test. */
interface Asked {
  readonly identity: Identity;
  readonly target: PolicyTarget;
}

/** `--identity`: an identity, or an entry of an app's configuration, which has one. */
function identityIn(text: string): Asked {
  const value = json(text, '--identity');
  if (typeof value !== 'object' || value === null)
    throw new CommandError('--identity takes a JSON object');
  const isIdentity = 'kind' in value;
  const identity = isIdentity ? (value as Identity) : identityOf(value);
  if (identity === null)
    throw new CommandError(
      "--identity doesn't name a server: it needs a command, or an http or https url",
    );
  const entry = isIdentity ? null : parseServerEntry(value);
  return { identity, target: entry?.ok === true ? targetOf(entry.value) : null };
}

/** The identity behind a label, from `servers.json` or the `--config` file. */
async function configured(
  label: string,
  config: string,
  folder: string,
  cwd: string,
): Promise<Asked> {
  const path = config === '' ? join(folder, 'servers.json') : resolve(cwd, config);
  // The person named that file, so following a link is fine.
  const file = await readBounded(
    config === '' ? path : await realpath(path).catch(() => path),
    4 * 1024 * 1024,
    { own: false },
  );
  if (!file.ok && (config !== '' || file.error.reason !== 'missing'))
    throw new CommandError(file.error.message, 'bad-input');
  const text = file.ok ? textIn(file.value.bytes, path) : '';
  const map = serverMapOf(text.trim() === '' ? {} : await parsed(text, path));
  if (!map.ok) throw new CommandError(`${path} can’t be used: ${map.error}`, 'bad-input');
  if (!Object.hasOwn(map.value, label))
    throw new CommandError(
      `There’s no server labeled ${JSON.stringify(label)}; see \`skillgate servers list\`.`,
      'not-found',
    );
  const entry = parseServerEntry(map.value[label]);
  const identity = entry.ok ? identityOf(entry.value) : null;
  if (!entry.ok || identity === null)
    throw new CommandError(
      `${label}: ${entry.ok ? 'it has no identity' : entry.error}`,
      'bad-input',
    );
  return { identity, target: targetOf(entry.value) };
}

/** Comments and trailing commas are rare, so their parser loads only when needed. */
async function parsed(text: string, path: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { parseJsonc } = await import('../../core/import/jsonc.ts');
    const file = parseJsonc(text);
    if (!file.ok)
      throw new CommandError(
        `${path} can’t be used: it is not valid JSON: ${file.error}`,
        'bad-input',
      );
    return file.value;
  }
}

interface Served extends Required<Pick<Query, 'resources' | 'archive'>> {
  /** The URI of a whole entry; null for a list of resources. */
  readonly frontmatter: Readonly<Record<string, unknown>> | null;
}

/**
 * Returns a list, `"dynamic"` or null; of a whole entry, its `resources`. Throws for the entry of
 * another skill, because its list says nothing about this one.
 */
async function servedFrom(
  { resources: source, read, uri }: Given,
  { stdin, cwd }: CommandContext,
): Promise<Served> {
  const what = source === '-' ? 'standard input' : source;
  const value = json(
    textIn(source === '-' ? await readAll(stdin) : await readNamed(resolve(cwd, source)), what),
    what,
  );
  if (typeof value === 'object' && value !== null && 'uri' in value && value.uri !== uri)
    throw new CommandError(
      `${what} is the entry for ${JSON.stringify(value.uri)}, not for the --uri`,
      'bad-input',
    );
  if (read)
    return {
      resources: (await import('./input-bytes.ts')).setOfBytes(value),
      archive: null,
      frontmatter: null,
    };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { resources: value as Query['resources'], archive: null, frontmatter: null };
  const entry = value as { resources?: unknown; archives?: unknown; frontmatter?: unknown };
  const [archive] = Array.isArray(entry.archives) ? (entry.archives as unknown[]) : [];
  return {
    resources: (entry.resources ?? null) as Query['resources'],
    archive: (archive ?? null) as Required<Query>['archive'],
    frontmatter: isObject(entry.frontmatter) ? entry.frontmatter : null,
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

async function readNamed(path: string): Promise<Uint8Array> {
  const file = await readBounded(await realpath(path).catch(() => path), mostBytes, { own: false });
  if (!file.ok) throw new CommandError(file.error.message, 'bad-input');
  return file.value.bytes;
}

async function readAll(stdin: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.byteLength;
    if (size > mostBytes)
      throw new CommandError(`standard input is larger than ${exactSize(mostBytes)}`, 'bad-input');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function json(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${what} is not JSON`, 'bad-input');
  }
}

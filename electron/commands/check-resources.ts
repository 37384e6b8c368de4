import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { check, identityOf } from '../../shared/host/index.ts';
import { loadApprovals } from '../../shared/host/node/index.ts';
import type { Answer, Identity, Query } from '../../shared/host/index.ts';
import { parseServerEntry } from '../core/import/server-entry.ts';
import { serverMapOf } from '../core/import/server-map.ts';
import { readBounded } from '../storage/bounded-read.ts';
import { dataFolderPath, type Place } from '../storage/data-folder.ts';
import { mayExist, policyPath } from '../storage/policy-path.ts';
import type { PolicyAnswer } from './check-policy.ts';
import { CommandError, required, type Output } from './command.ts';
import { exitCodeOf } from './exit-codes.ts';
import { complain, print } from './terminal.ts';

const flags = {
  server: { type: 'string' },
  uri: { type: 'string' },
  resources: { type: 'string' },
  identity: { type: 'string' },
  config: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Many times the largest set that an entry may list. */
const mostBytes = 64 * 1024 * 1024;

/** Where the command runs; an argument, so that a test can be somewhere else. */
export interface CheckPlace extends Place {
  readonly cwd: string;
  readonly stdin: AsyncIterable<Uint8Array>;
}

/**
 * Whether a command line plainly is `check … --resources`, which needs none of what the other
 * commands load.
 */
export function isCheckResources(argv: readonly string[]): boolean {
  return (
    argv[0] === 'check' &&
    argv.some((word) => word === '--resources' || word.startsWith('--resources='))
  );
}

/** Runs `check --resources` over this process. Gives the exit code. */
export async function runCheckResources(argv: readonly string[]): Promise<number> {
  try {
    const { values } = parse(argv);
    if (values.help === true)
      return await print(
        {
          json: null,
          human: [{ block: (await import('./help.ts')).help['check'] ?? '' }],
          exit: 0,
        },
        false,
      );
    return await print(
      await checkResources(argv, {
        platform: process.platform,
        home: homedir(),
        env: process.env,
        cwd: process.cwd(),
        stdin: process.stdin,
      }),
      values.json === true,
    );
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error));
  }
}

/**
 * `check --resources`: where a skill stands whose entry the caller holds. Makes no connection,
 * takes no lock, writes nothing. Throws a CommandError for a mistake in the call.
 */
export async function checkResources(argv: readonly string[], place: CheckPlace): Promise<Output> {
  const { values, positionals } = parse(argv);
  if (positionals.length !== 1)
    throw new CommandError(
      `there is nothing to do with ${JSON.stringify(positionals.slice(1).join(' '))}; see \`skillgate check --help\``,
    );
  const uri = required(values.uri, 'uri');
  const folder = dataFolderPath(place, place.cwd);
  const label =
    values.identity === undefined ? required(values.server, 'server') : (values.server ?? null);
  const identity =
    values.identity === undefined
      ? await configured(
          label ?? '',
          values.config ?? place.env['SKILLGATE_CONFIG'] ?? '',
          folder,
          place.cwd,
        )
      : given(values.identity);
  const resources = await resourcesFrom(required(values.resources, 'resources'), place);
  const now = Date.now();
  const answer = check(await loadApprovals(join(folder, 'approvals.json')), {
    identity,
    uri,
    resources,
    now,
  });
  const policy = policyPath(place, place.cwd);
  const {
    standing,
    rule,
    expiresAt = answer.record?.expiresAt,
  }: PolicyAnswer = (await mayExist(policy))
    ? await (
        await import('./check-policy.ts')
      ).underPolicy(policy, answer, { identity, uri, resources, now })
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

const parse = (argv: readonly string[]) =>
  parseArgs({ args: [...argv], options: flags, allowPositionals: true, strict: true });

/** The same words as `check` over a connection. */
function detailOf(
  { record, changes, reason }: Answer,
  standing: Answer['standing'],
  expiresAt: string | null | undefined,
): object {
  return {
    kind: standing,
    ...(standing === 'denied' ? { at: record?.decidedAt, note: record?.note } : {}),
    ...(standing === 'changed' ? { changes, approvedAt: record?.decidedAt } : {}),
    ...(standing === 'expired' ? { at: expiresAt } : {}),
    ...(standing === 'approved' ? { at: record?.decidedAt, expiresAt } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** `--identity`: an identity, or the entry of a host's own configuration that has one. */
function given(text: string): Identity {
  const value = json(text, '--identity');
  if (typeof value !== 'object' || value === null)
    throw new CommandError('--identity takes a JSON object');
  const identity = 'kind' in value ? (value as Identity) : identityOf(value);
  if (identity === null)
    throw new CommandError(
      '--identity names no server: it needs a command or an http or https url',
    );
  return identity;
}

/** The identity of a label in `servers.json`, or in the `--config` file. */
async function configured(
  label: string,
  config: string,
  folder: string,
  cwd: string,
): Promise<Identity> {
  const path = config === '' ? join(folder, 'servers.json') : resolve(cwd, config);
  // As for a whole run: the person named that file, a link to it is theirs.
  const file = await readBounded(
    config === '' ? path : await realpath(path).catch(() => path),
    4 * 1024 * 1024,
    { own: false },
  );
  if (!file.ok && (config !== '' || file.error.reason !== 'missing'))
    throw new CommandError(file.error.message);
  const text = file.ok ? file.value.bytes.toString('utf8').replace(/^\uFEFF/, '') : '';
  const map = serverMapOf(text.trim() === '' ? {} : await parsed(text, path));
  if (!map.ok) throw new CommandError(`${path} can not be used: ${map.error}`);
  if (!Object.hasOwn(map.value, label))
    throw new CommandError(
      `There is no server labelled ${JSON.stringify(label)}; see \`skillgate servers list\`.`,
    );
  const entry = parseServerEntry(map.value[label]);
  const identity = entry.ok ? identityOf(entry.value) : null;
  if (identity === null)
    throw new CommandError(`${label}: ${entry.ok ? 'it has no identity' : entry.error}`);
  return identity;
}

/** Comments and trailing commas are rare enough to load their parser only for them. */
async function parsed(text: string, path: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { parseJsonc } = await import('../core/import/jsonc.ts');
    const file = parseJsonc(text);
    if (!file.ok)
      throw new CommandError(`${path} can not be used: it is not valid JSON: ${file.error}`);
    return file.value;
  }
}

/** A list, `"dynamic"` or null; a whole entry is taken as what it has under `resources`. */
async function resourcesFrom(source: string, place: CheckPlace): Promise<Query['resources']> {
  const value = json(
    source === '-' ? await readAll(place.stdin) : await readNamed(resolve(place.cwd, source)),
    source === '-' ? 'standard input' : source,
  );
  const resources =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? ((value as { resources?: unknown }).resources ?? null)
      : value;
  return resources as Query['resources'];
}

async function readNamed(path: string): Promise<string> {
  const file = await readBounded(await realpath(path).catch(() => path), mostBytes, { own: false });
  if (!file.ok) throw new CommandError(file.error.message);
  return file.value.bytes.toString('utf8');
}

async function readAll(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.byteLength;
    if (size > mostBytes)
      throw new CommandError(`standard input is larger than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function json(text: string, what: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new CommandError(`${what} is not JSON`);
  }
}

import { identityOf, identityKey } from '../../core/decisions/identity.ts';
import { maskedTarget } from '../../core/import/masked-target.ts';
import {
  filled,
  type MissingValue,
  type ConfigOrigin,
} from '../../core/import/foreign/missing-values.ts';
import { parsePasted, readFrom, type PastedConfig } from '../../core/import/paste.ts';
import { parseServerEntry } from '../../core/import/server-entry.ts';
import { entryOf } from '../../core/import/servers-document.ts';
import { visible } from '../../core/text.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { ImportPreview } from '../../../shared/model/import.ts';
import type { ServerContext } from '../contexts.ts';
import { fault } from '../options.ts';
import type { ForeignFile, ServerConfig } from '../ports/servers.ts';
import { clearFault, storeFault } from './store-fault.ts';
import { described, loadingOf, secretsTaken, throughSkillgate } from './import-preview.ts';
import { syncServers } from './roster.ts';

interface Held {
  readonly label: string;
  readonly config: ServerConfig;
  readonly origin: ConfigOrigin;
  readonly asks: readonly MissingValue[];
  readonly enabled: boolean;
}

/** Parsed servers, held on the main side until a person picks some: their secrets go no further. */
export interface PendingImports {
  readonly held: Map<string, readonly Held[]>;
}

export const createPendingImports = (): PendingImports => ({ held: new Map() });

/** Reads what a person pasted; shows what would be added and starts nothing. */
export const previewPasted = async (
  parts: ServerContext,
  pending: PendingImports,
  text: string,
): Promise<ImportPreview> => {
  const met = await metIn(parts);
  const shown = preview(parts, pending, parsePasted(text), ['Pasted', null], met);
  pointToTwins(met);
  forgetOld(pending);
  return shown;
};

type Candidate = ImportPreview['candidates'][number];

/** One of several entries that are one server. */
interface Twin {
  readonly candidate: Candidate;
  readonly source: string;
}

/** What is there already: configured, or in a file that was looked at before. */
interface Met {
  readonly configured: Awaited<ReturnType<ServerContext['servers']['list']>>;
  readonly labels: Set<string>;
  readonly known: ReadonlyMap<string, string>;
  /** What was found that is not configured, by identity. */
  readonly found: Map<string, Twin[]>;
}

async function metIn({ servers }: ServerContext): Promise<Met> {
  const configured = await servers.list();
  const known = new Map<string, string>();
  for (const server of configured) {
    const identity = server.config.ok ? identityOf(server.config.value) : null;
    if (identity !== null) known.set(identityKey(identity), server.label);
  }
  const labels = new Set(configured.map((server) => server.label));
  return { configured, labels, known, found: new Map() };
}

function preview(
  parts: ServerContext,
  pending: PendingImports,
  parsed: PastedConfig,
  [source, path]: readonly [string, string | null],
  met: Met,
): ImportPreview {
  const candidates: ImportPreview['candidates'] = [];
  const servers: Held[] = [];
  const problems = parsed.problems.map(({ where, message }) => ({
    where: visible(where),
    message: visible(message, 500),
  }));
  for (const server of parsed.servers) {
    const { label, config } = server;
    const through = throughSkillgate(server, parts, met.configured);
    if (through !== null) {
      if (through.ok) candidates.push(through.value);
      else problems.push({ where: visible(label, 80), message: through.error });
      continue;
    }
    const free = freeLabel(label, met.labels);
    met.labels.add(free);
    const identity = identityOf(config);
    const key = identity === null ? null : identityKey(identity);
    const duplicateOf = key === null ? undefined : met.known.get(key);
    servers.push({ ...server, label: free });
    const candidate: Candidate = {
      label: free,
      target: maskedTarget(config),
      ...(free === server.wanted ? {} : { renamedFrom: visible(server.wanted, 80) }),
      ...(duplicateOf === undefined ? secretsTaken(server) : { duplicateOf }),
      ...described(server),
      ...loadingOf(config),
    };
    candidates.push(candidate);
    if (key !== null && duplicateOf === undefined)
      met.found.set(key, [...(met.found.get(key) ?? []), { candidate, source }]);
  }
  const importId = parts.ids.next();
  if (servers.length > 0) pending.held.set(importId, servers);
  return { importId, source, path, candidates, problems };
}

/**
 * Of entries that are one server the first is taken that is on and asks for least; the others say
 * where that stands, and are added only by name. With the first of all taken, one that needs an
 * answer stood in the way of another that needs none, and neither was added.
 */
function pointToTwins({ found }: Met): void {
  for (const twins of found.values()) {
    const best = twins.reduce((one, other) => (costOf(other) < costOf(one) ? other : one));
    for (const { candidate } of twins)
      if (candidate !== best.candidate) candidate.alsoIn = best.source;
  }
}

const costOf = ({ candidate: { isOff, asks = [] } }: Twin): number =>
  (isOff === true ? 1_000 : 0) + asks.filter(({ isOptional }) => isOptional !== true).length;

const mostHeld = 50;

/** Only the last previews are kept, or as many as were made at once. */
const forgetOld = ({ held }: PendingImports, atOnce = 0): void => {
  for (const old of [...held.keys()].slice(0, -Math.max(mostHeld, atOnce))) held.delete(old);
};

/** Reads every known file; one that has no place for servers is left out. */
export async function findImports(
  parts: ServerContext,
  pending: PendingImports,
): Promise<ImportPreview[]> {
  return previewFiles(parts, pending, await parts.imports.find());
}

/** The same of files that were read. Starts nothing. */
export async function previewFiles(
  parts: ServerContext,
  pending: PendingImports,
  files: readonly ForeignFile[],
): Promise<ImportPreview[]> {
  const met = await metIn(parts);
  const previews = files.flatMap(({ source, path, origin, text }) => {
    const parsed: PastedConfig = text.ok
      ? readFrom(text.value, origin)
      : { servers: [], problems: [{ where: '', message: text.error }], hasPlace: true };
    const isEmpty = parsed.servers.length + parsed.problems.length === 0;
    return isEmpty && !parsed.hasPlace
      ? []
      : [preview(parts, pending, parsed, [source, path], met)];
  });
  pointToTwins(met);
  forgetOld(pending, previews.length);
  return previews;
}

/** What was given for each label, by the names that its entry asks for. */
export type GivenValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What a person picked of one preview. */
export interface PickedImport {
  readonly importId: string;
  readonly labels: readonly string[];
  readonly given: GivenValues;
}

interface Applied {
  /** The person's yes to secrets that will stand in the file as they are. */
  readonly inTheClear?: boolean | undefined;
  readonly connecting?: boolean;
}

/**
 * Adds the picked servers, or none where something is missing or has to be asked first. A pasted or
 * imported command still asks before its first start: whoever wrote the text is not the person who
 * pasted it.
 */
export async function applyImports(
  parts: ServerContext,
  pending: PendingImports,
  picks: readonly PickedImport[],
  { inTheClear = false, connecting = true }: Applied = {},
): Promise<Result<{ added: string[] }, RequestError>> {
  const wanted: (Held & { readonly importId: string })[] = [];
  for (const pick of picks) {
    const found = wantedOf(pending, pick);
    if (!found.ok) return found;
    wanted.push(...found.value);
  }
  const asks = await clearFault(parts, wanted, inTheClear);
  if (asks !== null) return err(asks);
  const added: string[] = [];
  for (const { label, config, enabled, importId } of wanted) {
    const written = await parts.servers.add(label, config, { enabled, inTheClear });
    if (!written.ok) {
      const { code } = storeFault(parts, written.error, label);
      const why = `${label}: ${whyNot(parts.servers.path)[written.error]}.`;
      if (added.length === 0) return err(fault(code, why));
      // What is written is shown at once, and the rest can be tried again with what is left.
      await syncServers(parts, connecting);
      return err(fault(code, `${why} Added before it: ${added.join(', ')}.`));
    }
    added.push(label);
    const held = pending.held.get(importId) ?? [];
    pending.held.set(
      importId,
      held.filter((one) => one.label !== label),
    );
  }
  for (const { importId } of picks) pending.held.delete(importId);
  await syncServers(parts, connecting);
  return ok({ added });
}

function wantedOf(
  { held }: PendingImports,
  { importId, labels, given }: PickedImport,
): Result<readonly (Held & { readonly importId: string })[], RequestError> {
  const servers = held.get(importId);
  if (servers === undefined)
    return err(fault('not-found', 'This preview has expired. Paste again or refresh.'));
  const wanted: (Held & { readonly importId: string })[] = [];
  for (const server of servers) {
    if (!labels.includes(server.label)) continue;
    const texts = Object.hasOwn(given, server.label) ? given[server.label] : undefined;
    const config = completed(server, texts ?? {});
    if (!config.ok) return err(fault('bad-input', `${server.label}: ${config.error}.`));
    wanted.push({ ...server, config: config.value, importId });
  }
  return ok(wanted);
}

/** The configuration with what was given in it, read again: it may be any text. */
function completed(
  { config, origin, asks }: Held,
  given: Readonly<Record<string, string>>,
): Result<ServerConfig, string> {
  const values = new Map(Object.entries(given));
  for (const { name, otherwise } of asks)
    if (otherwise !== undefined && !values.get(name)) values.set(name, otherwise);
  const strange = asks.find(
    ({ name, options }) => options !== undefined && !options.includes(values.get(name) ?? ''),
  );
  const missing = asks.filter(({ name, isOptional }) => !isOptional && !values.get(name));
  if (missing.length > 0)
    return err(`${missing.map(({ name }) => visible(name, 80)).join(', ')} must be given first`);
  if (strange?.options !== undefined)
    return err(
      `${visible(strange.name, 80)} must be one of ` +
        `${strange.options.map((one) => visible(one, 80)).join(', ')}`,
    );
  return parseServerEntry(entryOf(filled(config, origin, values), undefined));
}

const whyNot = (path: string) => ({
  clear: `its secrets would be stored unencrypted in ${path} now; skillgate doctor says why`,
  'label-taken': 'this label is taken',
  unwritable: `${path} can’t be written`,
  unclear: `${path} can’t be changed without losing part of it; edit it by hand`,
  secrets: 'its secrets can’t be stored now; skillgate doctor says why',
});

export function freeLabel(label: string, taken: ReadonlySet<string>): string {
  if (!taken.has(label)) return label;
  for (let n = 2; ; n += 1) if (!taken.has(`${label}-${n}`)) return `${label}-${n}`;
}

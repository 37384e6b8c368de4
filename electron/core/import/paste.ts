import { hostOf } from '../hosts/host.ts';
import type { ServerConfig } from '../server-config.ts';
import { type DuplicateKey, parseJsonc } from './jsonc.ts';
import { isLines, readLines } from './lines/lines.ts';
import { deriveLabel, freeLabel, isAltered, tidyLabel } from './label.ts';
import {
  asksOf,
  asksProblem,
  type MissingValue,
  inputsOf,
  type ConfigInput,
  nowhere,
  type ConfigOrigin,
} from './foreign/missing-values.ts';
import { entriesIn, type ForeignEntry } from './foreign/entries.ts';
import { standardEntry, type StandardEntry } from './foreign/standard.ts';
import { isEnabled, isRawEntry, readEntry } from './server-entry.ts';
import { err, type Result, ok } from '../../../shared/result.ts';
import { parse as parseToml, TomlError } from 'smol-toml';
import { plainOf, yamlDocument } from './yaml-document.ts';

/** How many bytes of pasted text are read. */
export const pasteBytes = 1024 * 1024;
/** How many bytes of a program's own file are read: some keep their history in it. */
export const foreignBytes = 32 * 1024 * 1024;
const pasteServers = 1_000;

export interface PastedServer {
  readonly label: string;
  /** Its name there: another scope of the file may use the same label. */
  readonly wanted: string;
  /** Missing values are still placeholders in it. */
  readonly config: ServerConfig;
  readonly asks: readonly MissingValue[];
  /** How its placeholders are written. */
  readonly origin: ConfigOrigin;
  /** Keys of the entry that aren't imported, each with the reason. */
  readonly left: readonly string[];
  /** The entry's project, if the file has several. */
  readonly project: string | null;
  /** False if its program had it turned off. */
  readonly enabled: boolean;
  /** The entry as written, in its original shape. */
  readonly original: unknown;
}

export interface PastedConfig {
  readonly servers: readonly PastedServer[];
  readonly problems: readonly { readonly where: string; readonly message: string }[];
  /** Whether the text has a place for servers at all. */
  readonly hasPlace: boolean;
}

/**
 * Finds MCP servers in pasted text or in another program's file: JSON (comments and trailing commas
 * allowed), Codex TOML or goose YAML, as `mcpServers`, `servers`, `mcp.servers`, `mcp_servers`,
 * `extensions`, `context_servers`, `mcp`, Claude Code's `projects.*.mcpServers`, a bare `{label:
 * {…}}`, a list, or one server. Labels in the result are unique. Never throws; `problems` and
 * `left` say what wasn't imported, where and why.
 */
export function parsePaste(text: string): PastedConfig {
  if (text.length > pasteBytes || Buffer.byteLength(text) > pasteBytes)
    return failed('This is larger than 1 MiB, too large for a list of servers.');
  const read = readFrom(text, nowhere);
  return read.servers.length + read.problems.length > 0 || read.hasPlace
    ? read
    : failed(
        'No MCP servers found. Expected {"mcpServers": ' +
          '{"label": {"command": …}}} or {"label": {"url": …}}.',
      );
}

/** The same for a program's own file, much of which may be unrelated. */
export function readFrom(text: string, origin: ConfigOrigin): PastedConfig {
  const twice: DuplicateKey[] = [];
  const format = origin.program === null ? null : hostOf(origin.program).format;
  const document = parseConfiguration(text, format, twice);
  if (!document.ok) return failed(document.error);
  const { found, beside, hasPlace } = entriesIn(document.value, origin.program);
  return {
    ...serversOf(found, [...doubles(twice, found), ...beside], origin, inputsOf(document.value)),
    hasPlace,
  };
}

/** What a person pastes: the same, or an address, or lines for a shell or Claude Code. */
export function parsePasted(text: string): PastedConfig {
  if (text.length > pasteBytes || !isLines(text)) return parsePaste(text);
  const read = readLines(text);
  const problems = read.flatMap(({ where, server }) =>
    server.ok
      ? server.value.left.map((left) => ({ where, message: `Not imported: ${left}` }))
      : [{ where, message: server.error }],
  );
  const found = read.flatMap(({ where, server }): ForeignEntry[] =>
    server.ok
      ? [{ where, ...server.value, path: [], program: null, project: null, off: false }]
      : [],
  );
  return { ...serversOf(found, problems, nowhere), hasPlace: true };
}

const standardOf = (entry: unknown, origin: ConfigOrigin): Result<StandardEntry, string> =>
  isRawEntry(entry) ? standardEntry(entry, origin) : err('not an object');

function serversOf(
  found: readonly ForeignEntry[],
  known: PastedConfig['problems'],
  origin: ConfigOrigin,
  inputs: ReadonlyMap<string, ConfigInput> = new Map(),
): Omit<PastedConfig, 'hasPlace'> {
  const servers: PastedServer[] = [];
  const problems = [...known];
  const taken = new Map<string, string>();
  for (const one of found.slice(0, pasteServers)) {
    const { where, label, entry, project } = one;
    const own = {
      ...origin,
      program: one.program ?? origin.program,
      folder: project ?? origin.folder,
    };
    const standard = standardOf(entry, own);
    const config = standard.ok ? readEntry(standard.value.entry) : standard;
    if (!config.ok) {
      problems.push({ where, message: config.error });
      continue;
    }
    const asks = asksOf(config.value, own, inputs);
    const problem = asksProblem(config.value, own, asks);
    if (problem !== null) {
      problems.push({ where, message: problem });
      continue;
    }
    const wanted = tidyLabel(label) || deriveLabel(config.value);
    const shape = JSON.stringify({ ...config.value, isTypeImplied: undefined });
    if (taken.get(wanted) === shape) continue;
    const free = freeLabel(wanted, taken);
    taken.set(free, shape);
    const isOff = one.off || origin.off.includes(label);
    const enabled = !isOff && (!isRawEntry(entry) || isEnabled(entry));
    if (label !== '' && isAltered(label, wanted))
      problems.push({
        where,
        message:
          `It’s called ${free} here: ` +
          'a label can contain only letters, digits and plain punctuation.',
      });
    servers.push({
      label: free,
      wanted,
      config: config.value,
      asks,
      origin: own,
      left: standard.ok ? standard.value.left : [],
      ...{ project, enabled, original: entry },
    });
  }
  if (found.length > pasteServers)
    problems.push({
      where: '',
      message: `Only the first ${pasteServers} of ${found.length} servers were read.`,
    });
  return { servers, problems };
}

const failed = (message: string): PastedConfig => ({
  servers: [],
  problems: [{ where: '', message }],
  hasPlace: false,
});

/**
 * Reads a configuration in JSON, TOML (Codex) or YAML (goose). Returns plain data, or one sentence
 * with what is wrong and where. Never throws. `format` if known; `twice` as in `parseJsonc`.
 */
export function parseConfiguration(
  text: string,
  format: 'json' | 'toml' | 'yaml' | null = null,
  twice?: DuplicateKey[],
): Result<unknown, string> {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (format === 'toml') return readToml(text.replace(/^\uFEFF/, ''));
  if (format === 'yaml') return readYaml(text);
  if (start === '') return err('nothing to read');
  if (format === 'json') return readJson(text, twice);
  if (/^[ \t]*\[[ \t]*"?mcp_servers"?[ \t]*[.\]]/m.test(text)) return readToml(text);
  if (!/^[{["/]/.test(start) && /^(?:extensions|mcpServers|servers|mcp)[ \t]*:/m.test(text))
    return readYaml(text);
  // `"label": { … }` without the outer braces: a fragment copied out of a file.
  if (start.startsWith('"')) {
    const wrapped = parseJsonc(`{${start}}`, twice);
    if (wrapped.ok) return wrapped;
  }
  return readJson(text, twice);
}

function readJson(text: string, twice?: DuplicateKey[]): Result<unknown, string> {
  const json = parseJsonc(text, twice);
  return json.ok ? json : err(`This is not valid JSON: ${json.error}.`);
}

function readToml(text: string): Result<unknown, string> {
  try {
    return ok(parseToml(text));
  } catch (error) {
    if (error instanceof TomlError)
      return err(`This is not valid TOML: line ${error.line}, column ${error.column}.`);
    if (error instanceof RangeError) return err('This is not valid TOML: nested too deeply.');
    throw error;
  }
}

function readYaml(text: string): Result<unknown, string> {
  const document = yamlDocument(text);
  const value = document.ok ? plainOf(document.value) : document;
  return value.ok ? value : err(`This is not valid YAML: ${value.error}.`);
}

const maxCount = 1_000;

/** A key on the path to servers. */
interface Step {
  readonly next: Map<string, Step>;
  /** This key is a server. */
  isEntry: boolean;
}

/**
 * Duplicate keys of servers and on the path to them. The attacker hides the first one. Looks up
 * every key in the set of paths to servers instead of comparing it with each.
 */
function doubles(
  twice: readonly DuplicateKey[],
  found: readonly ForeignEntry[],
): readonly { readonly where: string; readonly message: string }[] {
  const top: Step = { next: new Map(), isEntry: false };
  for (const { path } of found) {
    let at = top;
    for (const key of path) {
      const step = at.next.get(key) ?? { next: new Map(), isEntry: false };
      at.next.set(key, step);
      at = step;
    }
    at.isEntry = true;
  }
  const concerning = twice.filter(({ under, key }) => leads(top, [...under, key]));
  const told = concerning.slice(0, maxCount).map(({ under, key }) => ({
    where: [...under, key].join('.'),
    message: 'It appears twice in the file. The last one counts; the others weren’t imported.',
  }));
  const more = concerning.length - told.length;
  return more === 0
    ? told
    : [
        ...told,
        {
          where: '',
          message: `${more} more ${more === 1 ? 'key appears' : 'keys appear'} twice in the file.`,
        },
      ];
}

/** Whether a path leads to a server or into one. */
function leads(top: Step, path: readonly string[]): boolean {
  let at = top;
  for (const key of path) {
    if (at.isEntry) return true;
    const step = at.next.get(key);
    if (step === undefined) return false;
    at = step;
  }
  return true;
}

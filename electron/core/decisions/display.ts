import { addressOf } from '../../../shared/host/address.ts';
import type { FormerRecord } from '../../../shared/host/format.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { ServerConfig } from '../server-config.ts';
import { masked } from '../import/mask.ts';
import { segmentsOf, isTokenInPath } from '../start/address.ts';
import type { SkillEntry } from '../../../shared/model/skill.ts';
import { canonicalJson } from '../canonical-json.ts';
import { sha256 } from '../digest.ts';
import { statedPaths } from '../stated-paths.ts';

/**
 * Describes a server for records that outlive its configuration. A list of secrets is never
 * complete, so this lists what is known not to be secret: a command's program, option names, runner
 * package and script file, and an address without user info, query and segments that look like
 * keys.
 */
export function displayOf(config: ServerConfig): string {
  return config.type === 'stdio' ? ofCommand(config.command, config.args) : ofAddress(config.url);
}

const runner = /(?:^|[\\/])(?:npx|bunx|uvx|pipx|pnpx|dlx)(?:\.(?:cmd|exe))?$/i;
const quietOption = /^-(?:y|q|-yes|-quiet|-silent)$/;
const option = /^--?[A-Za-z][A-Za-z0-9-]{0,40}$/;
const packageName = /^(?:@[a-z0-9][\w.-]*\/)?[a-z][\w.-]*(?:@[\w.^~-]+)?$/;
const script = /\.(?:[cm]?[jt]s|py|rb|sh|jar|dll)$/i;

function ofCommand(command: string, args: readonly string[]): string {
  let awaited = runner.test(command);
  const words = args.map((arg) => {
    if (option.test(arg)) {
      // The word after any other option may be its value.
      if (!quietOption.test(arg)) awaited = false;
      return arg;
    }
    const shown = awaited ? packageName.test(arg) && !looksLikeKey(arg) : script.test(arg);
    awaited = false;
    const name = /^--?[A-Za-z][A-Za-z0-9-]{0,40}=/.exec(arg)?.[0] ?? '';
    return shown && name === '' ? arg : `${name}${masked}`;
  });
  // The command field holds a whole command line: what follows the program is unknown too.
  const program = /^(.*?)(?:(?<!\s)\s+-|=|$)/s.exec(command)?.[1] ?? '';
  return [program === command ? command : `${program} ${masked}`, ...words].join(' ');
}

function ofAddress(text: string): string {
  const address = addressOf(text);
  if (address === null) return masked;
  const [scheme = '', , host = ''] = address.url.split('/', 3);
  const [, ...path] = segmentsOf(address.url);
  const shown = path.map((segment) =>
    looksLikeKey(segment.text) || isTokenInPath(segment)
      ? masked
      : address.url.slice(segment.start, segment.end),
  );
  return `${[`${scheme}//${host}`, ...shown].join('/')}${address.query === null ? '' : `?${masked}`}`;
}

/** Long, with letters and digits, and not an ordinary word: like tokens in a path. */
function looksLikeKey(word: string): boolean {
  return word.length >= 16 && /[0-9]/.test(word) && /[A-Za-z]/.test(word);
}

/** The same for a server as stored in `approvals@1`. */
export function formerDisplay(identity: FormerRecord['server']['identity']): string {
  return identity.kind === 'stdio'
    ? ofCommand(identity.command, identity.args)
    : ofAddress(identity.url);
}

/**
 * The server that a record names. An address is derived from the identity itself: a stranger's
 * record could display a different one.
 */
export const identityWords = ({ display, identity }: ApprovalRecord['server']): string =>
  identity.kind === 'stdio'
    ? display
    : `${ofAddress(identity.url)}${identity.query === undefined ? '' : `?${masked}`}`;

/**
 * An approval as one line of the audit: what was checked and read, which tools it allows, when it
 * ends, and which of these differ from the approval it replaces. Tool names come from the server
 * and are written as JSON so that none can pass for part of the line.
 */
export function approvalWords(record: ApprovalRecord, before: ApprovalRecord | null): string {
  const { coverage, note } = record;
  const last = before?.decision === 'approved' ? before : null;
  return [
    `${coverage.verified} of ${coverage.total} files matched, ${coverage.shown} read`,
    withLast(toolWords(record), last && toolWords(last)),
    withLast(endWords(record), last && endWords(last)),
    ...(note === '' ? [] : [`note: ${note}`]),
  ].join('; ');
}

const withLast = (now: string, last: string | null): string =>
  last === null || last === now ? now : `${now} (before: ${last})`;

const toolWords = ({ grants: { allowedTools } }: ApprovalRecord): string =>
  allowedTools.length === 0
    ? 'allows no tools'
    : `allows ${allowedTools.map((tool) => JSON.stringify(tool)).join(', ')}`;

const endWords = ({ expiresAt }: ApprovalRecord): string =>
  expiresAt === null ? 'no expiry' : `expires ${expiresAt}`;

type Described = Pick<SkillEntry, 'name' | 'description' | 'frontmatter'> &
  Parameters<typeof statedPaths>[0];
export type SkillMetadata = Readonly<Record<string, unknown>>;

/**
 * What an entry says about its skill besides the files, which a person also relies on: the
 * frontmatter, plus the displayed name and description if it lacks them. The set digest doesn't
 * cover it, and apps put the description from the entry into their context.
 */
export const metadataOf = ({
  name,
  description,
  frontmatter,
}: Pick<Described, 'name' | 'description' | 'frontmatter'>): SkillMetadata => ({
  name,
  ...(description === '' ? {} : { description }),
  ...frontmatter,
});

/**
 * SHA-256 of the RFC 8785 JSON of the metadata, wrapped as `{metadata, paths}` (which no metadata
 * can be) if the server states file paths apart from their URIs. The attacker is a server that
 * writes any JSON: half a surrogate pair counts as its escape and a number beyond a double as null,
 * which is how both are shown and kept.
 */
export function metadataDigest(
  metadata: SkillMetadata,
  paths: ReadonlyMap<string, string> = noPaths,
): string {
  const words = paths.size === 0 ? metadata : { metadata, paths: Object.fromEntries(paths) };
  const kept: unknown = JSON.parse(JSON.stringify(words));
  return sha256(canonicalJson(kept, JSON.stringify));
}

const noPaths: ReadonlyMap<string, string> = new Map();
const digests = new WeakMap<Described, string>();

/** The same for an entry. Computed on first use. */
export function metadataDigestOf(entry: Described): string {
  const known = digests.get(entry) ?? metadataDigest(metadataOf(entry), statedPaths(entry));
  digests.set(entry, known);
  return known;
}

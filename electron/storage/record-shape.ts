import { isRecord as isObject } from '../core/json.ts';

const digest = /^sha256:[0-9a-f]{64}$/;
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

/**
 * Whether a value from JSON plainly is an approval record: a yes here is a yes of
 * `approvalRecordSchema`, at a fraction of its cost over fifty thousand records. A no says
 * nothing; whoever asks has the schema decide and name what is wrong.
 */
export function isPlainRecord(value: unknown): boolean {
  if (!isObject(value)) return false;
  const {
    server,
    grants,
    coverage,
    actor,
    resources,
    frontmatter,
    expiresAt,
    supersedes,
    setDigest,
  } = value;
  return (
    texts(value, 'id', 'uri', 'name', 'dialect', 'reason', 'note') &&
    isObject(server) &&
    typeof server['label'] === 'string' &&
    isIdentity(server['identity']) &&
    Array.isArray(resources) &&
    resources.every(isResource) &&
    (setDigest === null || isDigest(setDigest)) &&
    isObject(frontmatter) &&
    (value['decision'] === 'approved' || value['decision'] === 'denied') &&
    isObject(grants) &&
    isTexts(grants['allowedTools']) &&
    typeof grants['codeExecution'] === 'boolean' &&
    isObject(coverage) &&
    Number.isFinite(coverage['verified']) &&
    Number.isFinite(coverage['total']) &&
    isObject(actor) &&
    texts(actor, 'kind', 'name') &&
    isMoment(value['decidedAt']) &&
    (expiresAt === null || isMoment(expiresAt)) &&
    (supersedes === null || typeof supersedes === 'string')
  );
}

function isIdentity(value: unknown): boolean {
  if (!isObject(value)) return false;
  if (value['kind'] === 'http') return typeof value['url'] === 'string';
  return (
    value['kind'] === 'stdio' &&
    typeof value['command'] === 'string' &&
    isTexts(value['args']) &&
    (value['cwd'] === null || typeof value['cwd'] === 'string') &&
    isDigest(value['fingerprint'])
  );
}

function isResource(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value['uri'] === 'string' &&
    isDigest(value['digest']) &&
    (value['size'] === undefined || Number.isFinite(value['size']))
  );
}

/** A day that a calendar has: `Date` would take the 30th of February for a day in March. */
export function isMoment(value: unknown): boolean {
  if (typeof value !== 'string' || !moment.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value.slice(0, 19));
}

const isDigest = (value: unknown): boolean => typeof value === 'string' && digest.test(value);
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');
const texts = (value: Readonly<Record<string, unknown>>, ...names: readonly string[]): boolean =>
  names.every((name) => typeof value[name] === 'string');

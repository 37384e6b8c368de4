import { withoutEnding, maskerOf, type TextMask } from '../../core/import/mask.ts';
import type { SkillContext } from '../../engine/contexts.ts';
import type { OutputLine, CommandOutput } from './terminal.ts';

/** Masks secrets that servers were given and repeat, in everything a command prints. */
export interface OutputMasking {
  readonly text: TextMask;
  /** For a text whose beginning was cut off, possibly inside a secret. */
  readonly rest: TextMask;
  /** For a JSON document that contains text from servers. */
  readonly json: <T>(value: T) => T;
  readonly output: (output: CommandOutput) => CommandOutput;
  /** How many texts were masked. */
  readonly changed: () => number;
  /** The variables and headers whose values were masked, each with its server's label. */
  readonly names: () => readonly string[];
}

/**
 * Masks the secrets of the servers that this process asked, for the terminal and a build's log. The
 * attacker is a server that repeats its own secrets, or another's, in any text it sends; text that
 * is part of a label isn't masked, because labels are shown anyway.
 */
export function maskingOf({ catalogue, links }: SkillContext): OutputMasking {
  const servers = [...catalogue.servers.values()];
  const given = new Set(servers.flatMap((server) => links.given(server)));
  const secrets = [...given].filter((one) => !servers.some(({ label }) => label.includes(one)));
  let noted = 0;
  const masks = servers
    .filter((server) => links.given(server).length > 0)
    .map((server) => links.mask(server));
  return {
    ...maskingFor(secrets, (text) => {
      // Each notes the names of what it replaces. A listing may repeat a secret ten thousand times.
      if (noted < mostNoted) for (const mask of masks) mask(text, Number.POSITIVE_INFINITY);
      noted += 1;
    }),
    names: () =>
      servers.flatMap((server) =>
        links.maskedNames(server).map((name) => `${server.label}: ${name}`),
      ),
  };
}

/** How many masked texts are searched for the names of what was masked. */
const mostNoted = 500;

/** A digest doesn't contain this many characters of a secret by chance: a server put them there. */
const neverByChance = 16;
const digests = /(sha256:[0-9a-f]{64})/;

export function maskingFor(
  given: readonly string[],
  onMasked: (text: string) => void = () => {},
): OutputMasking {
  const secrets = given.toSorted((a, b) => b.length - a.length);
  const all = maskerOf(secrets);
  const long = maskerOf(secrets.filter(({ length }) => length >= neverByChance));
  let changed = 0;
  const text = (one: string): string => {
    const whole = all(one);
    if (whole === one) return one;
    const shown = one.includes('sha256:')
      ? one
          .split(digests)
          .map((part, index) => (index % 2 === 1 ? long : all)(part))
          .join('')
      : whole;
    if (shown !== one) {
      changed += 1;
      onMasked(one);
    }
    return shown;
  };
  const json = <T>(value: T): T => (secrets.length === 0 ? value : (walk(value, text, '') as T));
  const line = (one: OutputLine): OutputLine => {
    if (typeof one === 'string') return text(one);
    if ('command' in one) return { command: text(one.command) };
    if (one.exact === true) return one;
    return 'block' in one ? { block: text(one.block) } : { ...one, quoted: text(one.quoted) };
  };
  return {
    text,
    rest: (one) => text(withoutEnding(one, secrets)),
    json,
    output(output) {
      if (output.isMasked === true || secrets.length === 0) return output;
      // For ten thousand skills, masking the document takes a while, so it happens only on demand.
      let made: { readonly json: unknown } | null = null;
      return {
        ...output,
        human: output.human.map(line),
        get json() {
          return (made ??= { json: json(output.json) }).json;
        },
      };
    },
    changed: () => changed,
    names: () => [],
  };
}

/**
 * Fields that hold our own words, a person's words, or bytes that a digest binds. Their text stays
 * unmasked.
 */
const ours: ReadonlySet<string> = new Set([
  ...['label', 'server', 'status', 'standing', 'kind', 'outcome', 'decision', 'what', 'turn'],
  ...['dialect', 'dialects', 'alsoIn', 'origin', 'content', 'integrity', 'sighting', 'change'],
  ...['rule', 'ruleset', 'check', 'clause', 'id', 'words', 'fix', 'title', 'why', 'confusedWith'],
  ...['severity', 'confidence', 'role', 'at', 'decidedAt', 'approvedAt', 'expiresAt', 'lock'],
  ...['text', 'base64'],
]);
/** A server's identity is compared and contains nothing that a server sent. */
const exact: ReadonlySet<string> = new Set(['identity']);
/** Objects that come from a server, including their field names. */
const theirs: ReadonlySet<string> = new Set(['raw', 'frontmatter', 'metadata']);
/** True for a word of ours, false for a sentence that may quote a server. */
const isWord = (text: string): boolean => /^[a-z]+(?:-[a-z]+)*$/.test(text);

function walk(value: unknown, text: TextMask, field: string): unknown {
  if (typeof value === 'string')
    return ours.has(field) || (field === 'reason' && isWord(value)) ? value : text(value);
  if (typeof value !== 'object' || value === null || exact.has(field)) return value;
  if (Array.isArray(value)) return mapped(value, (one) => walk(one, text, field));
  if (theirs.has(field)) return walkTheirs(value, text);
  return withFields(value, (one, key) => walk(one, text, key));
}

function walkTheirs(value: unknown, text: TextMask): unknown {
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') {
    const written = String(value);
    const shown = text(written);
    return shown === written ? value : shown;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => walkTheirs(one, text));
  const fields = Object.entries(value);
  const taken = new Set<string>();
  const named = (shown: string): string => {
    let name = shown;
    for (let count = 2; taken.has(name); count += 1) name = `${shown} (${count})`;
    taken.add(name);
    return name;
  };
  // The attacker chooses names that mask to the same text, so that one field replaces another.
  return Object.fromEntries(
    fields.map(([key, one]) => [named(text(key)), walkTheirs(one, text)] as const),
  );
}

/**
 * Returns the same list if nothing was masked, so that ten thousand skills aren't copied for one.
 */
function mapped(list: readonly unknown[], made: (one: unknown) => unknown): readonly unknown[] {
  let copy: unknown[] | null = null;
  list.forEach((one, index) => {
    const now = made(one);
    if (now !== one) (copy ??= [...list])[index] = now;
  });
  return copy ?? list;
}

function withFields(value: object, made: (one: unknown, key: string) => unknown): object {
  let copy: Record<string, unknown> | null = null;
  for (const [key, one] of Object.entries(value)) {
    const now = made(one, key);
    if (now !== one) (copy ??= { ...value })[key] = now;
  }
  return copy ?? value;
}

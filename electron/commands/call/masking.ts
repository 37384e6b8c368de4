import { withoutEnding } from '../../core/import/mask.ts';
import { maskerOf, type TextMask } from '../../core/import/masker.ts';
import type { EngineParts } from '../../engine/parts.ts';
import type { OutputLine, CommandOutput } from './output.ts';

/** What a command prints, without what servers were given and repeat. */
export interface OutputMasking {
  readonly text: TextMask;
  /** Of a text from which somebody has cut the beginning, which may have been inside a secret. */
  readonly rest: TextMask;
  /** A JSON value of ours with texts of servers in it. */
  readonly json: <T>(value: T) => T;
  readonly output: (output: CommandOutput) => CommandOutput;
  /** How many texts were printed otherwise than they came. */
  readonly changed: () => number;
}

/**
 * Masks for a terminal and the log of a build what was given to the servers that this process asked:
 * one may repeat it, and what another was told, in any text that it sends. A command that asks none
 * prints everything as it is. What a label has is shown everywhere anyway.
 */
export function maskingOf({
  catalogue,
  links,
}: Pick<EngineParts, 'catalogue' | 'links'>): OutputMasking {
  const servers = [...catalogue.servers.values()];
  const given = new Set(servers.flatMap((server) => links.given(server)));
  return maskingFor([...given].filter((one) => !servers.some(({ label }) => label.includes(one))));
}

/** No digest has as many signs of one by chance: its sender has written them. */
const neverByChance = 16;
const digests = /(sha256:[0-9a-f]{64})/;

export function maskingFor(given: readonly string[]): OutputMasking {
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
    if (shown !== one) changed += 1;
    return shown;
  };
  const json = <T>(value: T): T => (secrets.length === 0 ? value : (walk(value, text, '') as T));
  const line = (one: OutputLine): OutputLine => {
    if (typeof one === 'string') return text(one);
    if ('command' in one) return { command: text(one.command) };
    if (one.exact === true) return one;
    return 'block' in one ? { block: text(one.block) } : { quoted: text(one.quoted) };
  };
  return {
    text,
    rest: (one) => text(withoutEnding(one, secrets)),
    json,
    output(output) {
      if (output.isMasked === true || secrets.length === 0) return output;
      // Of ten thousand skills the document takes a while, and is printed only where it is asked for.
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
  };
}

/**
 * Fields with words of ours, of a person's, or with bytes of a file, which a digest binds: left as they
 * are where a text or a list of texts stands there.
 */
const ours: ReadonlySet<string> = new Set([
  ...['label', 'server', 'status', 'standing', 'kind', 'outcome', 'decision', 'what', 'turn'],
  ...['dialect', 'dialects', 'alsoIn', 'origin', 'content', 'integrity', 'sighting', 'change'],
  ...['rule', 'ruleset', 'check', 'clause', 'id', 'words', 'mend', 'title', 'why', 'confusedWith'],
  ...['severity', 'confidence', 'role', 'at', 'decidedAt', 'approvedAt', 'expiresAt', 'lock'],
  ...['text', 'base64'],
]);
/** Who a server is: it is compared, and has nothing that a server sent. */
const exact: ReadonlySet<string> = new Set(['identity']);
/** Objects of a server's: its names of fields, too. */
const theirs: ReadonlySet<string> = new Set(['raw', 'frontmatter', 'metadata']);
/** A word of ours, or a sentence that may quote a server. */
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
  // Its sender chooses names that are masked alike, to have one field stand for another.
  return Object.fromEntries(
    fields.map(([key, one]) => [named(text(key)), walkTheirs(one, text)] as const),
  );
}

/** What has nothing in it stays the object that it is: ten thousand skills are not copied for one. */
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

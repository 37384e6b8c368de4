import { isMoment } from './record-shape.ts';

/**
 * What is asked of every record on loading. The rest is parsed when somebody asks for the record.
 */
export interface PlainLine {
  readonly label: string;
  /** The JSON text of the server's identity. */
  readonly identity: string;
  readonly uri: string;
  /** The decision has an end of its own. */
  readonly ends: boolean;
}

// Between quotes: no quote, escape or control character, so what matches is JSON and spells itself.
const text = String.raw`"[^"\\\x00-\x1f]*"`;
const ascii = String.raw`[ !#-[\]-~]*`;
const digest = '"sha256:[0-9a-f]{64}"';
const count = '(?:0|[1-9][0-9]{0,14})';
const moment = String.raw`"([0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?Z)"`;
const either = (...ways: readonly string[]): string => `(?:${ways.join('|')})`;
const some = (item: string): string => `(?:${item}(?:,${item})*)?`;
const list = (item: string): string => String.raw`\[${some(item)}\]`;
const object = (...fields: readonly string[]): string => String.raw`\{${fields.join(',')}\}`;
const mapping = (value: string): string => String.raw`\{${some(`${text}:${value}`)}\}`;

const identity = either(
  object('"kind":"http"', `"url":"${ascii}"`),
  object(
    '"kind":"stdio"',
    `"command":"${ascii}"`,
    `"args":${list(`"${ascii}"`)}`,
    `"cwd":${either('null', `"${ascii}"`)}`,
    `"fingerprint":${digest}`,
  ),
);
const resource = String.raw`\{"uri":${text},"digest":${digest}(?:,"size":${count})?\}`;
const plain = new RegExp(
  object(
    `"id":${text}`,
    `"server":${object(`"label":"(${ascii})"`, `"identity":(${identity})`)}`,
    `"uri":"(${ascii})"`,
    `"name":${text}`,
    `"dialect":${text}`,
    `"resources":${list(resource)}`,
    `"setDigest":${either('null', digest)}`,
    `"frontmatter":${mapping(either(text, mapping(text)))}`,
    '"decision":"(?:approved|denied)"',
    `"reason":${text}`,
    `"grants":${object(`"allowedTools":${list(text)}`, '"codeExecution":(?:true|false)')}`,
    `"coverage":${object(`"verified":${count}`, `"total":${count}`)}`,
    `"actor":${object(`"kind":${text}`, `"name":${text}`)}`,
    `"decidedAt":${moment}`,
    `"expiresAt":${either('null', moment)}`,
    `"note":${text}`,
    `"supersedes":${either('null', text)}`,
  ),
  'y',
);

/** Longer lines are parsed: the matcher keeps a place to go back to for every character. */
const longest = 64 * 1024;

/**
 * Reads the line of `text` from `start` to `end` as Skillgate writes it, without parsing it. A
 * value here says that the line is JSON and that `approvalRecordSchema` takes it; null says
 * nothing: whoever asks parses it. `text` has one character per byte (latin1) of valid UTF-8.
 */
export function readPlainLine(text: string, start = 0, end = text.length): PlainLine | null {
  if (end - start > longest) return null;
  plain.lastIndex = start;
  const found = plain.exec(text);
  if (found === null || plain.lastIndex !== end) return null;
  const [, label = '', server = '', uri = '', decidedAt = '', expiresAt] = found;
  if (!isDay(decidedAt) || (expiresAt !== undefined && !isDay(expiresAt))) return null;
  return { label, identity: server, uri, ends: expiresAt !== undefined };
}

/** Every month has 28 days; of those beyond, the calendar decides. */
const isDay = (time: string): boolean => time.slice(8, 10) <= '28' || isMoment(time);

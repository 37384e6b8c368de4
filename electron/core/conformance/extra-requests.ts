import { counted } from '../../../shared/size-text.ts';
import { fileBytes } from '../verification/contents.ts';
import { decodeUtf8 } from '../verification/verify.ts';
import { isDigest, sha256 } from '../digest.ts';
import { isRecord, isWellFormed, own, weigh } from '../json.ts';
import { limits } from '../limits.ts';
import { linksIn } from '../links.ts';
import { explained } from '../mismatch/explain.ts';
import { instructionsRead, mentionedUris } from '../dialects/listing/unlisted-skill.ts';
import type { RequestPlan, PlannedRequest } from '../dialects/plan.ts';
import { codeOf } from './check.ts';
import {
  deepest,
  type RequestNumbering,
  directoriesDeclared,
  folderOf,
  itemsOf,
  nameSegment,
  resultOf,
  type ExtraRequests,
  type CheckExchange,
  type FileRead,
  type SecondRead,
  type ServedEntry,
  type CheckTranscript,
} from './transcript.ts';
import { foldersIn, foldersOf } from './folders.ts';
import { servedIn, unlistedIn } from './served-entry.ts';

/** A skill that no server has; the checks look at the answer for it. */
export const unknownSkill = 'skill://skillgate-asks-for-what-nobody-serves-4b1e/SKILL.md';

export const notDeeper: ExtraRequests = {
  gets: [],
  elsewhere: [],
  respelled: null,
  files: [],
  folders: [],
  unread: 0,
  unserved: [],
  climbing: [],
  linked: [],
  respelledFile: null,
  slashed: null,
  atOnce: [],
};

const maxRequests = {
  gets: 10_000,
  files: 20_000,
  bytes: 64 * 1_048_576,
  elsewhere: 10_000,
  atOnce: 16,
  again: 32,
  linked: 16,
  bytesAgain: 4 * 1_048_576,
} as const;
const together = 8;

/**
 * Sends the extra requests. It reads every file of every skill, within bounds, and counts the rest.
 */
export function* deeper(
  asking: RequestNumbering,
  seen: CheckTranscript,
): RequestPlan<ExtraRequests> {
  const skills = servedIn(seen);
  const withUri = skills.flatMap((skill) => (skill.uri === undefined ? [] : [skill]));
  const asked = withUri.slice(0, maxRequests.gets);
  const gets: { skill: ServedEntry; from: CheckExchange }[] = [];
  for (const [index, from] of (yield* entriesOf(
    asking,
    asked.map(({ uri }) => get(uri ?? '')),
  )).entries()) {
    const skill = asked[index];
    if (skill !== undefined) gets.push({ skill, from });
  }
  const named = unlisted(seen, withUri);
  const elsewhere = yield* entriesOf(
    asking,
    named.slice(0, maxRequests.elsewhere).map((uri) => refusable(get(uri))),
  );
  const all = [...skills, ...unlistedIn(elsewhere)];
  const [first] = withUri;
  const respelled =
    first?.uri === undefined
      ? null
      : yield* asking.refusal('skills/get', { uri: encoded(first.uri) });
  const { files, unread } = yield* filesOf(asking, all);
  const { folders, left } = yield* foldersOf(asking, seen, all);
  const probed = yield* probesOf(asking, seen, files, all);
  // Different files, because swapped answers for the same file would look alike.
  const readable = files.filter(({ problem }) => problem === null).slice(0, maxRequests.atOnce);
  const atOnce =
    readable.length > 0
      ? yield* asking.all(
          Array.from({ length: maxRequests.atOnce }, (_, index) => ({
            ...read(readable[index % readable.length]?.uri ?? ''),
            width: maxRequests.atOnce,
          })),
        )
      : [];
  return {
    gets,
    elsewhere,
    respelled,
    files,
    folders,
    unread:
      unread +
      left +
      withUri.length -
      gets.length +
      named.length -
      elsewhere.length +
      // The rest of long instructions may name any number of skills.
      (seen.instructions.length > instructionsRead ? 1 : 0),
    ...probed,
    atOnce,
  };
}

/** Asks for what no server should give, and for what one should give in another spelling. */
function* probesOf(
  asking: RequestNumbering,
  seen: CheckTranscript,
  files: readonly FileRead[],
  all: readonly ServedEntry[],
): RequestPlan<
  Pick<ExtraRequests, 'unserved' | 'climbing' | 'linked' | 'respelledFile' | 'slashed'>
> {
  const folder = besideWhat(seen, all);
  const { pages: root, uri: rootUri } = seen.directory ?? {};
  const isRootRefused = root?.exchanges[0] !== undefined && codeOf(root.exchanges[0]) !== null;
  const refused = files.find(({ uri, from }) => codeOf(from) !== null && respelling(uri) !== null);
  const probes = {
    unserved: folder === undefined ? [] : notServed(folder, seen),
    climbing: climbingReads(files),
    linked: unlistedLinks(files).map(read),
    respelledFile: refused === undefined ? [] : [read(respelling(refused.uri) ?? refused.uri)],
    slashed: isRootRefused
      ? [{ method: 'resources/directory/read', params: { uri: `${rootUri}/` } }]
      : [],
  };
  const answers = yield* asking.all(Object.values(probes).flat().map(refusable));
  const answersTo = (to: readonly PlannedRequest[]): CheckExchange[] =>
    answers.splice(0, to.length);
  const [unserved, climbing, linked] = [
    answersTo(probes.unserved),
    answersTo(probes.climbing),
    answersTo(probes.linked),
  ];
  const [respelledRead] = answersTo(probes.respelledFile);
  const [slashed = null] = answersTo(probes.slashed);
  return {
    unserved,
    climbing,
    linked,
    respelledFile:
      refused === undefined || respelledRead === undefined
        ? null
        : { file: refused, from: respelledRead },
    slashed,
  };
}

/** Answers to `skills/get`, in the same order; fewer if they don't all fit in memory. */
function* entriesOf(
  asking: RequestNumbering,
  requests: readonly PlannedRequest[],
): RequestPlan<CheckExchange[]> {
  const answers: CheckExchange[] = [];
  let bytes = 0;
  for (const some of chunks(requests)) {
    if (bytes > maxRequests.bytes) break;
    for (const answer of yield* asking.all(some)) {
      answers.push(answer);
      if (answer.reply.ok) bytes += weigh(answer.reply.value, limits.serverBytes, deepest).bytes;
    }
  }
  return answers;
}

/** The first skill's folder, or one that no server has if nothing is served. */
function besideWhat({ listing }: CheckTranscript, all: readonly ServedEntry[]): string | undefined {
  const served = all.find(({ uri }) => uri !== undefined)?.uri;
  if (served !== undefined) return folderOf(served);
  return listing.end === 'failed' ? undefined : folderOf(unknownSkill);
}

const get = (uri: string): PlannedRequest => ({ method: 'skills/get', params: { uri } });
const refusable = (request: PlannedRequest): PlannedRequest => ({ ...request, refusable: true });
const read = (uri: string): PlannedRequest => ({ method: 'resources/read', params: { uri } });

function notServed(folder: string, seen: CheckTranscript): PlannedRequest[] {
  const uri = `${folder}/skillgate-asks-for-what-nobody-serves`;
  return [
    read(`${uri}.md`),
    ...(directoriesDeclared(seen.capabilities)
      ? [{ method: 'resources/directory/read', params: { uri } }]
      : []),
  ];
}

/**
 * Reads of the first `SKILL.md` by a path that climbs out of every folder and comes back, with dots
 * as they are and percent-encoded. By the rules for URIs it names nothing that is served: a server
 * that answers resolves it on its disk, where the same steps lead to any file. Whoever can send it
 * requests, such as text in a model's context, could read those.
 */
function climbingReads(files: readonly FileRead[]): PlannedRequest[] {
  const uri = files.find(({ isMain }) => isMain)?.uri ?? '';
  const start = uri.indexOf('://') + 3;
  const folder = start < 3 ? undefined : folderOf(uri);
  if (folder === undefined) return [];
  const up = folder.slice(start).split('/');
  return ['..', '%2E%2E'].map((step) =>
    read(`${folder}/${up.map(() => step).join('/')}/${uri.slice(start)}`),
  );
}

/** URIs of files that a `SKILL.md` links to in its own folder and that its entry doesn't list. */
function unlistedLinks(files: readonly FileRead[]): string[] {
  const found = new Set<string>();
  for (const { text, skill } of files) {
    const { uri = '', resources } = skill;
    const folder = folderOf(uri);
    const links = text === null ? [] : linksIn(text);
    if (links.length === 0 || folder === undefined || !Array.isArray(resources)) continue;
    const { folders } = foldersIn(skill);
    const listed = new Set(
      // A backslash in a URI is a fault of its own.
      resources.map((file) => decoded(String(own(file, 'uri'))).replaceAll('\\', '/')),
    );
    for (const link of links) {
      if (found.size >= maxRequests.linked) return [...found];
      const linked = `${folder}/${link.replace(/^\.\//, '')}`;
      if (!isWellFormed(linked) || linked.includes('..') || folders.has(linked)) continue;
      if (!listed.has(decoded(linked))) found.add(encodeURI(decoded(linked)));
    }
  }
  return [...found];
}

/** A URI decoded, or encoded if it has nothing to decode; null if both are the same. */
function respelling(uri: string): string | null {
  const plain = decoded(uri);
  const other = plain === uri && isWellFormed(uri) ? encodeURI(uri) : plain;
  return other === uri ? null : other;
}

function decoded(uri: string): string {
  try {
    return decodeURI(uri);
  } catch {
    return uri;
  }
}

/**
 * Percent-encodes the first letter of the last folder. To a server that decodes, the URI is the
 * same.
 */
function encoded(uri: string): string {
  const name = nameSegment(uri) ?? uri.slice(-1);
  const at = uri.lastIndexOf(name);
  const code = uri.charCodeAt(at).toString(16).toUpperCase().padStart(2, '0');
  return `${uri.slice(0, at)}%${code}${uri.slice(at + 1)}`;
}

/** URIs of each `SKILL.md` that the instructions name or that is listed only as a resource. */
function unlisted(seen: CheckTranscript, skills: readonly ServedEntry[]): string[] {
  const listed = new Set(skills.map(({ uri }) => uri));
  const inFiles = new Set(
    skills.flatMap(({ resources }) =>
      Array.isArray(resources) ? resources.map((file) => own(file, 'uri')) : [],
    ),
  );
  const resources = itemsOf(seen.resources, 'resources').flatMap(({ item }) => {
    const uri = isRecord(item) ? own(item, 'uri') : undefined;
    // A SKILL.md inside a skill isn't necessarily a skill of its own ("Nested Skills").
    return typeof uri === 'string' && nameSegment(uri) !== undefined && !inFiles.has(uri)
      ? [uri]
      : [];
  });
  return [...new Set([...mentionedUris(seen.instructions, instructionsRead), ...resources])].filter(
    (uri) => !listed.has(uri),
  );
}

interface Wanted {
  readonly skill: ServedEntry;
  readonly uri: string;
  readonly size: unknown;
  readonly digest: unknown;
}

function* filesOf(
  asking: RequestNumbering,
  skills: readonly ServedEntry[],
): RequestPlan<{ files: FileRead[]; unread: number }> {
  const wanted = skills.flatMap(wantedOf);
  const files: FileRead[] = [];
  let bytes = 0;
  for (const some of chunks(wanted.slice(0, maxRequests.files))) {
    if (bytes > maxRequests.bytes) break;
    const answers = yield* asking.all(some.map(({ uri }) => read(uri)));
    for (const [index, from] of answers.entries()) {
      const one = some[index];
      if (one === undefined) continue;
      const file = fileRead(one, from);
      bytes += file.bytes;
      files.push(file);
    }
  }
  return { files, unread: wanted.length - files.length };
}

/** Reads the first files of skills that list them a second time, within bounds. */
export function* readAgain(
  asking: RequestNumbering,
  files: readonly FileRead[],
): RequestPlan<SecondRead[]> {
  const some: FileRead[] = [];
  let bytes = 0;
  for (const file of files) {
    if (file.problem !== null || !isDigest(file.digest)) continue;
    bytes += file.bytes;
    if (some.length >= maxRequests.again || bytes > maxRequests.bytesAgain) break;
    some.push(file);
  }
  const reads: SecondRead[] = [];
  for (const chunk of chunks(some)) {
    const answers = yield* asking.all(chunk.map(({ uri }) => read(uri)));
    for (const [index, from] of answers.entries()) {
      const first = chunk[index];
      if (first !== undefined) reads.push(secondRead(first, from));
    }
  }
  return reads;
}

function secondRead(first: FileRead, from: CheckExchange): SecondRead {
  if (!from.reply.ok) return { first, from, actual: null };
  const content = fileBytes(from.reply.value, first.uri);
  if (!content.ok) return { first, from: without(from, content.error.message), actual: null };
  const { text, bytes } = content.value;
  const raw = text ?? bytes;
  return { first, from: without(from, contentText(raw)), actual: sha256(raw) };
}

const contentText = (raw: string | Uint8Array): string =>
  typeof raw === 'string'
    ? `${counted(Buffer.byteLength(raw), 'byte')} of text`
    : `${counted(raw.byteLength, 'byte')} of a blob`;

function wantedOf(skill: ServedEntry): Wanted[] {
  const { resources, uri } = skill;
  if (resources === 'dynamic')
    return uri === undefined ? [] : [{ skill, uri, size: undefined, digest: undefined }];
  return (resources ?? []).flatMap((file) => {
    const at = own(file, 'uri');
    return typeof at === 'string'
      ? [{ skill, uri: at, size: own(file, 'size'), digest: own(file, 'digest') }]
      : [];
  });
}

/** Measures the content and drops it, because a listing may have more than fits in memory. */
function fileRead(wanted: Wanted, from: CheckExchange): FileRead {
  const none = {
    ...{ ...wanted, bytes: 0, actual: '', isMain: false, text: null, beside: {} },
    explanation: null,
    replaced: null,
    otherUri: null,
  };
  if (!from.reply.ok) return { ...none, from, problem: from.reply.error.message };
  const content = fileBytes(from.reply.value, wanted.uri);
  if (!content.ok) {
    const { message, actual } = content.error;
    const isOther = fileBytes(from.reply.value, wanted.uri, 'any').ok;
    const otherUri = isOther ? (actual ?? null) : null;
    return { ...none, from: without(from, message), problem: message, otherUri };
  }
  const { text } = content.value;
  const raw = text ?? content.value.bytes;
  const bytes = typeof raw === 'string' ? Buffer.byteLength(raw) : raw.byteLength;
  const actual = sha256(raw);
  const isMain = wanted.uri === wanted.skill.uri;
  return {
    ...wanted,
    from: without(from, contentText(raw)),
    problem: null,
    otherUri: null,
    bytes,
    actual,
    explanation:
      differs(wanted.size, bytes) || (isDigest(wanted.digest) && wanted.digest !== actual)
        ? explanationOf(wanted, raw)
        : null,
    isMain,
    replaced: text === undefined ? null : replacedIn(text),
    text: isMain ? (text ?? decodeUtf8(content.value.bytes)) : null,
    beside: isMain ? besideOf(from) : {},
  };
}

const unreadable = /[\u0000-\u0008\u000e-\u001f]/;

function replacedIn(text: string): FileRead['replaced'] {
  const count = text.split('\u{FFFD}').length - 1;
  if (count === 0) return null;
  return count * 4 > text.length || unreadable.test(text) ? 'binary' : 'text';
}

function besideOf(from: CheckExchange): FileRead['beside'] {
  const contents = own(resultOf(from), 'contents');
  const content: unknown = Array.isArray(contents) ? contents[0] : undefined;
  if (!isRecord(content)) return {};
  const mimeType = own(content, 'mimeType');
  const meta = own(content, '_meta');
  return {
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

const differs = (size: unknown, bytes: number): boolean =>
  typeof size === 'number' && size !== bytes;

/** Explains a mismatch while the content is still in memory. */
function explanationOf(
  { skill: { resources }, size, digest }: Wanted,
  raw: Uint8Array | string,
): FileRead['explanation'] {
  const others = (Array.isArray(resources) ? resources : []).flatMap((file) => {
    const path = own(file, 'uri');
    const other = own(file, 'digest');
    return typeof path === 'string' && isDigest(other) ? [{ path, digest: other }] : [];
  });
  return explained(
    raw,
    {
      digest: isDigest(digest) ? digest : undefined,
      size: typeof size === 'number' ? size : undefined,
    },
    others,
  );
}

const without = (from: CheckExchange, said: string): CheckExchange => ({
  ...from,
  reply: { ok: true, value: said },
});

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += together) yield items.slice(at, at + together);
}

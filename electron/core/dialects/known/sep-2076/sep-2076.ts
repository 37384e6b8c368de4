import type { Problem } from '../../../../../shared/model/problem.ts';
import { isRecord, own, isWellFormed } from '../../../json.ts';
import { problem } from '../../../problem.ts';
import { pathInEntry } from '../../../skill-place.ts';
import { defaults, recognised } from '../../defaults.ts';
import type {
  SkillDialect,
  EntryOutcome,
  FileReply,
  FilesOutcome,
  FoundFile,
  BrokenRules,
  ClaimReader,
  SharedMethod,
} from '../../dialect.ts';
import {
  encodePath,
  textOf,
  describedEntry,
  noDescription,
  noName,
} from '../../forms/foreign-entry.ts';
import { listSkills, ttlOf } from '../../forms/skills-methods.ts';
import {
  badAnswer,
  request,
  type RequestPlan,
  type PlannedFailure,
  type PlannedReply,
} from '../../plan.ts';
import type { SkillEntry } from '../../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../../shared/result.ts';
import { skillFolder } from '../../../uri.ts';
import { canonicalJson } from '../../../canonical-json.ts';

const methodNotFound = -32601;
const clause = 'SEP-2076';

/**
 * The answer for one skill: `skills/read`, or another draft's `skills/get`. `skills/execute` is
 * never called.
 */
function* askFor(name: string): RequestPlan<PlannedReply> {
  const read = yield* request('skills/read', { name });
  return read.ok || !isMissing(read.error) ? read : yield* request('skills/get', { name });
}

const isMissing = (error: PlannedFailure): boolean =>
  error.reason === 'error-response' && error.code === methodNotFound;

const older = problem(
  'older-dialect',
  'The server uses SEP-2076, a closed proposal without digests, ' +
    'so nothing it serves can be verified. ' +
    'Serve the files as resources and answer skills/list with uri, frontmatter and resources.',
  {
    field: 'capabilities.skills',
    expected: 'capabilities.extensions["io.modelcontextprotocol/skills"]',
    actual: 'capabilities.skills',
    clause: 'Capability Negotiation',
  },
);

/** The closed proposal SEP-2076: skills as a separate primitive, addressed by name. */
export const sep2076: SkillDialect = {
  ...defaults,
  id: 'sep-2076',
  label: 'SEP-2076 (skills by name)',
  recognise: ({ capabilities }) =>
    recognised(isRecord(own(capabilities, 'skills')) ? 'declaration' : 'nothing', {
      adviceIfFound: [older],
    }),
  list: listSkills,
  claims: claimNames,
  *entry(uri, { server }): RequestPlan<EntryOutcome> {
    const name = nameOfUri(uri);
    if (name === null) return { kind: 'not-here', problem: notByName(uri) };
    const answer = yield* askFor(name);
    if (!answer.ok) return { kind: 'failed', error: answer.error };
    const read = readNameOnly(skillIn(answer.value), server);
    if (!read.ok) return { kind: 'refused', problems: read.error };
    if (read.value.uri === uri)
      return {
        kind: 'entry',
        entry: { ...read.value, origin: 'by-uri' },
        ttlMs: ttlOf(answer.value),
      };
    const other = problem('uri-mismatch', 'The server returned a different skill.', {
      field: 'skill.name',
      expected: name,
      actual: read.value.name,
      clause,
    });
    return { kind: 'refused', problems: [other] };
  },
  *read(fileUri, { uri, name }): RequestPlan<FileReply> {
    return fileUri === uri ? yield* readSkill(fileUri, name) : yield* readReference(fileUri, name);
  },
  *files(entry): RequestPlan<FilesOutcome> {
    const answer = yield* askFor(entry.name);
    const skill = answer.ok ? skillIn(answer.value) : undefined;
    if (!isRecord(skill)) return { kind: 'found', files: [], problems: [] };
    const files: FoundFile[] = [{ path: 'SKILL.md', uri: entry.uri }];
    for (const path of [...namesIn(own(skill, 'references')), ...namesIn(own(skill, 'assets'))]) {
      const uri = `${folderOf(entry.name)}${encodePath(path)}`;
      // As written in the URI: half a surrogate pair in a name becomes a different character there.
      const inside = pathInEntry(entry, uri);
      if (path !== 'SKILL.md' && !files.some((file) => file.uri === uri))
        files.push({ path: inside.ok ? inside.value : path, uri });
    }
    return { kind: 'found', files, problems: scriptsProblem(own(skill, 'scripts')) };
  },
};

const notByName = (uri: string): Problem =>
  problem('uri-malformed', 'The URI can’t be a skill in this dialect.', {
    field: 'uri',
    expected: 'skill://{name}/SKILL.md',
    actual: uri,
    clause,
  });

function* readSkill(uri: string, name: string): RequestPlan<FileReply> {
  const answer = yield* askFor(name);
  if (!answer.ok) return answer;
  const text = skillText(answer.value, name);
  return text === null
    ? badAnswer('The response isn’t the skill with this name.')
    : content(uri, 'text/markdown', text);
}

function* readReference(uri: string, name: string): RequestPlan<FileReply> {
  const reference = referenceOf(uri, name);
  const answer = yield* request('skills/read_reference', { name, reference });
  if (!answer.ok) return answer;
  const given = isRecord(answer.value) ? own(answer.value, 'content') : undefined;
  const text = isRecord(given) ? own(given, 'text') : undefined;
  return isRecord(given) && typeof text === 'string'
    ? content(uri, textOf(own(given, 'mimeType')), text)
    : badAnswer('The response has no text.');
}

/** Shaped like a response to `resources/read`. */
const content = (uri: string, mimeType: string, text: string): FileReply => ({
  ok: true,
  value: { contents: [{ uri, mimeType, text }] },
  named: 'exactly',
});

const folderOf = (name: string): string => uriOfName(name).slice(0, -'SKILL.md'.length);

function referenceOf(fileUri: string, name: string): string {
  const path = fileUri.slice(folderOf(name).length);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** References and assets are names, or objects that name themselves. */
function namesIn(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).flatMap((item) => {
    const name = isRecord(item) ? (own(item, 'path') ?? own(item, 'name')) : item;
    return typeof name === 'string' && name !== '' ? [name] : [];
  });
}

/** The server would run these on request. Skillgate only says so. */
function scriptsProblem(scripts: unknown): Problem[] {
  const names = namesIn(scripts);
  if (names.length === 0) return [];
  return [
    problem(
      'offers-scripts',
      'The server offers to run ' +
        `${names.length === 1 ? 'a script' : `${names.length} scripts`} for this ` +
        `skill (${names.slice(0, 5).join(', ')}). Skillgate never asks it to.`,
      { field: 'skill.scripts', clause },
    ),
  ];
}

const sep2076Clause = 'SEP-2076, skills/list';

/** Bare names belong to this proposal if the server declares it or nothing else lists this way. */
function claimNames({ method, server, declared }: SharedMethod): ClaimReader {
  const may = declared.length === 0 || declared.includes('sep-2076');
  const isMine = may && method === 'skills/list';
  return () => (value) => (isMine && isNameOnly(value) ? readNameOnly(value, server) : null);
}

/**
 * SEP-2076 lists bare names; SEP-2640, whose method has the same name, lists URIs with their files.
 */
function isNameOnly(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof own(value, 'name') === 'string' &&
    ['uri', 'resources', 'frontmatter'].every((key) => own(value, key) === undefined)
  );
}

/**
 * SEP-2076 addresses skills by name, without URIs. The URI used here is where the later extension
 * would serve the skill, so that a server with both shows it once.
 */
const uriOfName = (name: string): string =>
  `skill://${encodePath(name).replaceAll('/', '%2F')}/SKILL.md`;

/** The name behind a URI made by `uriOfName`. */
function nameOfUri(uri: string): string | null {
  const folder = skillFolder(uri);
  return folder.ok && uriOfName(folder.value.name) === uri ? folder.value.name : null;
}

/** One `skills/list` entry with a name and no URI. */
function readNameOnly(value: unknown, server: string): Result<SkillEntry, BrokenRules> {
  const name = isRecord(value) ? own(value, 'name') : undefined;
  if (!isRecord(value) || typeof name !== 'string' || name === '') {
    return err([noName(name, sep2076Clause)]);
  }
  const uri = uriOfName(name);
  const folder = skillFolder(uri);
  if (!folder.ok)
    return err([
      problem('name-invalid', 'The name can’t be part of a URI.', {
        field: 'name',
        expected: 'letters, digits and hyphens',
        actual: name,
        clause: sep2076Clause,
      }),
    ]);
  const description = textOf(own(value, 'description'));
  if (description.trim() === '')
    return err([noDescription(own(value, 'description'), sep2076Clause)]);
  return ok(
    describedEntry({
      server,
      uri,
      name,
      description,
      dialect: 'sep-2076',
      raw: value,
    }),
  );
}

/**
 * SEP-2076 sends a skill as fields instead of a file. This text stands in for its SKILL.md: the
 * fields as frontmatter, each as RFC 8785 JSON, then the instructions. Equal fields give equal
 * bytes and a new script gives different ones, so an approval binds to everything that was sent.
 * Null if the answer isn't the skill with that name.
 */
function skillText(result: unknown, name: string): string | null {
  const skill = skillIn(result);
  if (!isRecord(skill)) return null;
  const instructions = own(skill, 'instructions');
  if (own(skill, 'name') !== name || typeof instructions !== 'string') return null;
  const lines: string[] = [];
  for (const field of ['name', 'description', ...Object.keys(skill).sort()]) {
    const value = own(skill, field);
    if (
      field === 'instructions' ||
      value === undefined ||
      !/^[A-Za-z][\w-]*$/.test(field) ||
      lines.some((line) => line.startsWith(`${field}: `))
    )
      continue;
    const text = jsonOf(value);
    if (text === null) return null;
    lines.push(`${field}: ${text}`);
  }
  return `---\n${lines.join('\n')}\n---\n\n${instructions}`;
}

/** Fields that any result may have besides its own. */
const ofResults = new Set(['resultType', 'ttlMs', 'cacheScope']);

/** The skill in an answer: servers put it under `skill` or return it directly. */
function skillIn(answer: unknown): unknown {
  if (!isRecord(answer)) return undefined;
  const within = own(answer, 'skill');
  if (within !== undefined || typeof own(answer, 'name') !== 'string') return within;
  return Object.fromEntries(Object.entries(answer).filter(([field]) => !ofResults.has(field)));
}

function jsonOf(value: unknown): string | null {
  try {
    const text = canonicalJson(value as never);
    return isWellFormed(text) ? text : null;
  } catch {
    return null;
  }
}

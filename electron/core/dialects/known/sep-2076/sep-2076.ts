import type { Problem } from '../../../../../shared/model/problem.ts';
import { isRecord, own } from '../../../json.ts';
import { problem } from '../../../problem.ts';
import { pathInEntry } from '../../../skill-place.ts';
import { defaults, recognised } from '../../defaults.ts';
import type {
  SkillDialect,
  EntryOutcome,
  FileReply,
  FilesOutcome,
  FoundFile,
} from '../../dialect.ts';
import { encodePath, textOf } from '../../forms/foreign-entry.ts';
import { listSkills, ttlOf } from '../../forms/skills-methods.ts';
import {
  badAnswer,
  request,
  type RequestPlan,
  type PlannedFailure,
  type PlannedReply,
} from '../../plan.ts';
import { claimNames, nameOfUri, readNameOnly, uriOfName } from './entry.ts';
import { skillIn, skillText } from './text.ts';

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

import type { Problem } from '../../../shared/model/problem.ts';
import { err } from '../../../shared/result.ts';
import { isRecord, own } from '../json.ts';
import { problem } from '../problem.ts';
import type { DialectAdapter, FoundFile, Plan, PlannedReply } from './adapter.ts';
import { encodePath, textOf } from './foreign-entry.ts';
import { nameOfUri, readNameOnly, uriOfName } from './sep-2076-entry.ts';
import { skillText } from './sep-2076-text.ts';
import { parseListing } from './skills-ext-listing.ts';

const methodNotFound = -32601;
const clause = 'SEP-2076';

/**
 * The answer for one skill: `skills/read`, which another draft calls `skills/get`. `skills/execute`
 * is never called.
 */
function* askFor(name: string): Plan<PlannedReply> {
  const [read] = yield [{ method: 'skills/read', params: { name } }];
  if (read === undefined) throw new Error('a plan got no reply');
  if (read.ok || read.error.code !== methodNotFound) return read;
  const [got] = yield [{ method: 'skills/get', params: { name } }];
  return got ?? read;
}

const nowhere = (message: string): PlannedReply => ({
  ok: false,
  error: { reason: 'bad-response', message },
});

/** The closed proposal SEP-2076: skills as a primitive of their own, addressed by name. */
export const sep2076: DialectAdapter = {
  id: 'sep-2076',
  label: 'SEP-2076 (skills by name)',
  listing: {
    kind: 'pages',
    method: 'skills/list',
    request: (cursor) => ({
      method: 'skills/list',
      params: cursor === undefined ? {} : { cursor },
    }),
    // Decided entry by entry, by shape: the method's name is shared with SEP-2640.
    parse: parseListing,
  },
  detect: ({ capabilities }) => ({
    speaks: isRecord(own(capabilities, 'skills')),
    probe: false,
    directoryRead: false,
    advice: [],
  }),
  advice: () => [
    problem(
      'older-dialect',
      'The server speaks SEP-2076, which was closed: nothing that it serves can be checked against a digest. Serve the files as resources and answer skills/list with uri, frontmatter and resources.',
      {
        field: 'capabilities.skills',
        expected: 'capabilities.extensions["io.modelcontextprotocol/skills"]',
        actual: 'capabilities.skills',
        clause: 'Capability Negotiation',
      },
    ),
  ],
  getRequest: (uri) => ({ method: 'skills/read', params: { name: nameOfUri(uri) ?? '' } }),
  parseGet(result, uri, { server }) {
    const skill = isRecord(result) ? own(result, 'skill') : undefined;
    const read = readNameOnly(skill, server);
    if (!read.ok) return read;
    if (read.value.uri !== uri)
      return err([
        problem('uri-mismatch', 'The server answered with another skill.', {
          field: 'skill.name',
          expected: nameOfUri(uri) ?? uri,
          actual: read.value.name,
          clause,
        }),
      ]);
    return { ok: true, value: { ...read.value, origin: 'by-uri' } };
  },
  *read(fileUri, entry) {
    if (fileUri === entry.uri) {
      const answer = yield* askFor(entry.name);
      if (!answer.ok) return answer;
      const text = skillText(answer.value, entry.name);
      return text === null
        ? nowhere('The answer is not the skill of this name.')
        : { ok: true, value: { contents: [{ uri: fileUri, mimeType: 'text/markdown', text }] } };
    }
    const reference = referenceOf(fileUri, entry.name);
    const [answer] = yield [
      { method: 'skills/read_reference', params: { name: entry.name, reference } },
    ];
    if (answer === undefined || !answer.ok) return answer ?? nowhere('No answer.');
    const content = isRecord(answer.value) ? own(answer.value, 'content') : undefined;
    if (!isRecord(content) || typeof own(content, 'text') !== 'string')
      return nowhere('The answer has no text.');
    return {
      ok: true,
      value: {
        contents: [
          { uri: fileUri, mimeType: textOf(own(content, 'mimeType')), text: own(content, 'text') },
        ],
      },
    };
  },
  *discover(entry) {
    const answer = yield* askFor(entry.name);
    const skill = answer.ok && isRecord(answer.value) ? own(answer.value, 'skill') : undefined;
    if (!isRecord(skill)) return { files: [], problems: [] };
    const files: FoundFile[] = [{ path: 'SKILL.md', uri: entry.uri }];
    for (const path of [...namesIn(own(skill, 'references')), ...namesIn(own(skill, 'assets'))]) {
      if (path !== 'SKILL.md' && !files.some((file) => file.path === path))
        files.push({ path, uri: `${folderOf(entry.name)}${encodePath(path)}` });
    }
    return { files, problems: scriptsProblem(own(skill, 'scripts')) };
  },
};

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
      `The server offers to run ${names.length === 1 ? 'a script' : `${names.length} scripts`} for this skill (${names.slice(0, 5).join(', ')}); Skillgate never asks it to.`,
      { field: 'skill.scripts', clause },
    ),
  ];
}

import { stepAfterRequest } from '../../request-advice.ts';
import type { Problem } from '../../../../shared/model/problem.ts';
import type { SkillEntry } from '../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { isDigest } from '../../digest.ts';
import { asListed } from '../../stated-paths.ts';
import { isRecord, own } from '../../json.ts';
import { limits } from '../../limits.ts';
import { describe, problem } from '../../problem.ts';
import { pathInFolder, skillFolder } from '../../uri.ts';
import { defaults, recognised } from '../defaults.ts';
import {
  type BrokenRules,
  type SkillDialect,
  type FileReply,
  type ListingPlan,
  webCapability,
} from '../dialect.ts';
import { request, type RequestPlan, type PlannedFailure, type PlannedReply } from '../plan.ts';
import {
  encodePath,
  describedEntry,
  foreignEntry,
  noDescription,
  notAnObject,
  unknownType,
} from '../forms/foreign-entry.ts';
import { discoverySchema, nothingFound, wholeListing } from '../forms/index-document.ts';
import { parseUrl } from '../../../../shared/url.ts';

const current = '/.well-known/agent-skills/index.json';
const older = '/.well-known/skills/index.json';
const clause = 'Agent Skills Discovery, Discovery Index';

/** Agent Skills Discovery over HTTPS (v0.2.0 and v0.1.0), without MCP. */
export const wellKnown: SkillDialect = {
  ...defaults,
  id: 'well-known',
  label: 'Well-known index over HTTPS',
  *list({ server }): ListingPlan {
    for (const path of [current, older]) {
      const answer = yield* request('GET', { url: path });
      if (!answer.ok) {
        if (isMissing(answer.error)) continue;
        const message = `The index couldn’t be read: ${answer.error.words}`;
        return {
          ...nothingFound,
          stop: problem('listing-failed', message, {
            ...{ field: path, clause },
            ...stepAfterRequest(answer.error),
          }),
        };
      }
      const index = indexOf(answer);
      if (index === null) {
        if (path === current) continue;
        return {
          ...nothingFound,
          stop: problem('listing-shape', 'The index isn’t a JSON object with a skills array.', {
            ...{ field: path, clause },
            turn: 'author',
            next: 'The index must follow Agent Skills Discovery.',
          }),
        };
      }
      if (index.schema !== undefined && index.schema !== discoverySchema) {
        return {
          ...nothingFound,
          stop: problem(
            'schema-unknown',
            'The index names an unknown schema, so Skillgate didn’t read it.',
            {
              field: '$schema',
              expected: discoverySchema,
              actual: describe(index.schema),
              clause: 'Versioning',
              turn: 'author',
              next: 'A newer version of Skillgate may support it.',
            },
          ),
        };
      }
      const read = index.schema === undefined ? readOlder : readCurrent;
      return wholeListing(index.skills, { server, dialect: 'well-known' }, (value) =>
        read(value, index.url, server),
      );
    }
    return {
      ...nothingFound,
      stop: problem('listing-failed', 'The address serves no Agent Skills Discovery index.', {
        ...{ expected: current, actual: 'nothing', clause },
        turn: 'person',
        next: 'Check the address in this server’s settings.',
      }),
    };
  },
  recognise: ({ capabilities }) =>
    recognised(own(capabilities, webCapability) === undefined ? 'nothing' : 'origin'),
  *read(fileUri): RequestPlan<FileReply> {
    const reply = yield* request('GET', { url: fileUri });
    return reply.ok ? { ...reply, named: 'exactly' } : reply;
  },
};

const isMissing = (error: PlannedFailure): boolean =>
  error.reason === 'error-response' && error.code === 404;

interface WebIndex {
  readonly url: string;
  readonly schema: unknown;
  readonly skills: readonly unknown[];
}

/**
 * The response to a GET, shaped like that of `resources/read`; its URI is where the redirects
 * ended.
 */
function indexOf(answer: Extract<PlannedReply, { ok: true }>): WebIndex | null {
  const contents = isRecord(answer.value) ? own(answer.value, 'contents') : undefined;
  const content: unknown = Array.isArray(contents) ? contents[0] : undefined;
  const blob = isRecord(content) ? own(content, 'blob') : undefined;
  const url = isRecord(content) ? own(content, 'finalUri') : undefined;
  if (typeof blob !== 'string' || typeof url !== 'string') return null;
  try {
    const document: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(blob, 'base64')),
    );
    const skills = isRecord(document) ? own(document, 'skills') : undefined;
    return isRecord(document) && Array.isArray(skills)
      ? { url, schema: own(document, '$schema'), skills }
      : null;
  } catch {
    return null;
  }
}

interface Named {
  readonly name: string;
  readonly description: string;
}

function readNamed(value: unknown, problems: Problem[]): Named {
  const name = isRecord(value) ? own(value, 'name') : undefined;
  const description = isRecord(value) ? own(value, 'description') : undefined;
  if (!isRecord(value)) problems.push(notAnObject(value, clause));
  else if (typeof name !== 'string' || name.length > 64 || !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name))
    problems.push(
      problem('name-invalid', 'The name is not a valid skill name.', {
        field: 'name',
        expected: '1 to 64 lowercase letters, digits and single hyphens',
        actual: describe(name),
        clause,
      }),
    );
  else if (typeof description !== 'string' || description.trim() === '')
    problems.push(noDescription(description, clause));
  return {
    name: typeof name === 'string' ? name : '',
    description: typeof description === 'string' ? description : '',
  };
}

function readCurrent(
  value: unknown,
  base: string,
  server: string,
): Result<SkillEntry, BrokenRules> {
  const problems: Problem[] = [];
  const { name, description } = readNamed(value, problems);
  const [first] = problems;
  if (first !== undefined || !isRecord(value))
    return err([first ?? problem('entry-not-object', 'The entry is not an object.')]);
  const type = own(value, 'type');
  const url = own(value, 'url');
  const digest = own(value, 'digest');
  if (type !== 'skill-md' && type !== 'archive')
    return err([unknownType(type, '"skill-md" or "archive"', clause)]);
  const resolved = typeof url === 'string' ? parseUrl(url, base) : null;
  if (
    resolved === null ||
    !/^https?:$/.test(resolved.protocol) ||
    resolved.hash !== '' ||
    resolved.username !== ''
  )
    return err([
      problem('uri-malformed', "The entry's URL is not an http or https address.", {
        field: 'url',
        expected: 'an address without user info and fragment',
        actual: describe(url),
        clause: 'URL Resolution',
      }),
    ]);
  if (!isDigest(digest))
    return err([
      problem('resource-digest', 'The entry has no valid digest.', {
        field: 'digest',
        expected: '"sha256:" and 64 lowercase hexadecimal characters',
        actual: describe(digest),
        clause: 'Integrity and Verification',
      }),
    ]);
  const about = {
    server,
    name,
    description,
    frontmatter: { name },
    dialect: 'well-known',
    raw: value,
  } as const;
  if (type === 'archive')
    return ok(
      foreignEntry({
        ...about,
        uri: `${resolved.href}#SKILL.md`,
        archives: [{ url: resolved.href, digest }],
        integrity: 'archive',
      }),
    );
  return ok(
    foreignEntry({
      ...about,
      uri: resolved.href,
      ...(resolved.href.endsWith('/SKILL.md') ? {} : { root: resolved.href }),
      files: asListed([{ path: 'SKILL.md', uri: resolved.href, digest }]),
      integrity: 'manifest',
    }),
  );
}

function readOlder(value: unknown, base: string, server: string): Result<SkillEntry, BrokenRules> {
  const problems: Problem[] = [];
  const { name, description } = readNamed(value, problems);
  const [first] = problems;
  if (first !== undefined || !isRecord(value))
    return err([first ?? problem('entry-not-object', 'The entry is not an object.')]);
  const uri = new URL(`${name}/SKILL.md`, base).href;
  const folder = skillFolder(uri);
  if (!folder.ok) return err([folder.error]);
  const paths = own(value, 'files');
  if (!Array.isArray(paths) || !paths.includes('SKILL.md'))
    return err([
      problem('skill-md-unlisted', 'The entry doesn’t list its own SKILL.md.', {
        field: 'files',
        expected: 'SKILL.md',
        actual: describe(paths),
        clause: 'Files Array',
      }),
    ]);
  if (paths.length > limits.skillFiles)
    return err([
      problem('too-many-files', `The skill has more than ${limits.skillFiles} files.`, {
        field: 'files',
        expected: `at most ${limits.skillFiles}`,
        actual: String(paths.length),
        clause: 'Limits',
      }),
    ]);
  const files = new Map<string, { path: string; uri: string }>();
  for (const path of paths as unknown[]) {
    const at = typeof path === 'string' ? `${folder.value.folder}/${encodePath(path)}` : '';
    const inside = pathInFolder(folder.value, at);
    if (typeof path !== 'string' || !inside.ok || /[?#\\[\]]/.test(path))
      return err([
        problem('resource-outside-folder', "A listed path is outside the skill's folder.", {
          field: 'files',
          expected: 'a relative path',
          actual: describe(path),
          clause: 'Files Array',
        }),
      ]);
    files.set(at, { path: inside.value, uri: at });
  }
  return ok(
    describedEntry({
      server,
      uri,
      name,
      description,
      files: asListed([...files.values()]),
      dialect: 'well-known',
      raw: value,
    }),
  );
}

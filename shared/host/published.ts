import { file, format } from './format.ts';
import { keptFindings } from './kept.ts';
import type { JsonSchema } from './schema.ts';

/** What the published schema says of its fields, by their path. */
const words: Readonly<Record<string, string>> = {
  revision: 'Goes up by one with every write.',
  updatedAt: 'ISO 8601 in UTC, with seconds.',
  records: 'There is one per identity and uri; a second one makes the file unreadable.',
  failures:
    'Files whose bytes were not those that the server had promised, also of skills that nobody decided about. One refuses the skill while the skill has that file, and while nobody knows which files it has; that it is not listed any more clears nothing.',
  'failures.uri': "The URI of the skill's SKILL.md; empty for every skill of the server.",
  'failures.file':
    'The URI of the file, or the address of the archive; empty for whatever the skill has.',
  'failures.check': 'Which check the bytes failed: size, digest, frontmatter, archive, …',
  'failures.expected': 'What the server had promised.',
  'failures.actual': 'What was read.',
  'records.id': 'Names this decision.',
  'records.server.label': "The person's name for the server. Shown, never matched on.",
  'records.server.display':
    'The server in words, without secrets and without the arguments of a command. Shown, never matched on.',
  'records.server.identity':
    'Who the server is. Environment values and headers are never part of it.',
  'records.uri': "The URI of the skill's SKILL.md, as the server spells it.",
  'records.dialect': 'The way of serving skills that the entry came in.',
  'records.resources': 'The set that the decision binds to.',
  'records.setDigest':
    'SHA-256 of the RFC 8785 JSON of [{"digest","uri"}…] sorted by uri in UTF-16 code units. An approval that it does not fit binds to nothing.',
  'records.frontmatter': 'As the entry had it when the person decided.',
  'records.grants.allowedTools': 'The tools that the person ticked; approving grants none.',
  'records.coverage':
    'How many files had been read and matched, and how many had been shown, when the person decided.',
  'records.integrity':
    'What vouched for the digests: the manifest of the server, an archive, or nobody (self-computed): then an entry proves nothing, and only what was read does.',
  'records.archive': 'The archive that the files were unpacked from.',
  'records.lapsed':
    'Another set was seen since: the approval counts for nothing, also when the old content is back.',
  'records.findings':
    'What is worth a look and stood when the person decided, as #/$defs/findings describes it. It decides nothing: whatever stands here, a reader answers alike.',
  'records.decidedAt': 'ISO 8601 in UTC, with seconds.',
  'records.expiresAt': 'The approval is over at this very millisecond.',
  'records.supersedes':
    'Id of the decision that this one replaced; another one there refuses the write.',
};

/** What is said of the fields of `$defs/findings`. */
const keptWords: Readonly<Record<string, string>> = {
  'kept.findings': 'The worst first; a bounded number.',
  'kept.findings.digest': 'Of the file as it was looked at.',
  'kept.findings.mark': 'SHA-256 of what stood at its places.',
  'kept.findings.state':
    'Whether a person had answered it, or what stood around it spoke for something else.',
  'kept.more': 'How many of each rule stood beside them and are not kept one by one.',
  'kept.notInspected': 'Files, or parts of files, that were read and that no rule could look at.',
  'kept.notRead': 'Files that nobody had read.',
};

/** The JSON Schema (2020-12) that is published beside the library, made from the one it reads by. */
export function publishedSchema(): object {
  const { properties, required, ...rest } = described(file, '');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'tag:skillgate.dev,2026:approvals-2',
    title: `Skillgate approvals, ${format}`,
    description:
      "A person's decisions about the Agent Skills of MCP servers. Further fields may stand anywhere and are kept. A reader that meets another major format, or anything that this schema rejects, answers no to everything.",
    ...rest,
    required: ['format', ...(required as readonly string[])],
    properties: {
      format: { type: 'string', pattern: '^skillgate/approvals@0{0,8}2(?:\\.[0-9]+)*$' },
      ...(properties as object),
    },
    // Described and not required: nothing refers to it.
    $defs: { findings: described(keptFindings, 'kept') },
  };
}

function described(schema: JsonSchema, path: string): Record<string, unknown> {
  const { anyOf, items, properties, ...rest } = schema;
  const at = (key: string): string =>
    path === '' ? key : path.endsWith('.') ? `${path}${key}` : `${path}.${key}`;
  const description = words[path] ?? keptWords[path];
  return {
    ...(description === undefined ? {} : { description }),
    ...rest,
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => described(one, `${path}|`)) }),
    ...(items === undefined ? {} : { items: described(items, `${path}.`) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, inner]) => [key, described(inner, at(key))]),
          ),
        }),
  };
}

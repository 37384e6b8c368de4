import { file, format } from './format.ts';
import { keptFindings } from './kept.ts';
import type { JsonSchema } from './schema.ts';

/** Descriptions of fields in the published schema, by path. */
const words: Readonly<Record<string, string>> = {
  revision: 'Increases by one with every write.',
  updatedAt: 'ISO 8601 in UTC, with seconds.',
  records: 'One per identity and uri; a duplicate makes the file unreadable.',
  failures:
    "Files whose bytes didn't match what the server promised, including files of " +
    'undecided skills. A failure refuses the skill while the skill has that file, ' +
    'or while its files are unknown; removing the file from the listing clears nothing.',
  'failures.uri': "The URI of the skill's SKILL.md; empty for every skill of the server.",
  'failures.file':
    'The URI of the file, or the address of the archive; empty for everything in the skill.',
  'failures.check': 'Which check the bytes failed: size, digest, frontmatter, archive, …',
  'failures.expected': 'What the server promised.',
  'failures.actual': 'What was read.',
  'records.id': 'Identifies this decision.',
  'records.server.label': "The person's name for the server. Shown, never matched on.",
  'records.server.display':
    'A description of the server without secrets and command arguments. Shown, never matched on.',
  'records.server.identity':
    'Who the server is. Environment values and headers are never part of it.',
  'records.uri': "The URI of the skill's SKILL.md, as the server spells it.",
  'records.dialect': 'The dialect in which the server listed the entry.',
  'records.resources': 'The set that the decision binds to.',
  'records.setDigest':
    'SHA-256 of the RFC 8785 JSON of [{"digest","uri"}…] sorted by uri in UTF-16 code units. ' +
    "An approval whose set doesn't match it binds to nothing.",
  'records.frontmatter': "The entry's frontmatter when the person decided.",
  'records.grants.allowedTools': 'The tools that the person selected; approving alone allows none.',
  'records.coverage':
    'How many files had been read and matched, ' +
    'and how many had been shown, when the person decided.',
  'records.integrity':
    'What vouched for the digests: ' +
    "the server's manifest, an archive, or nobody (self-computed). " +
    'In the last case the entry proves nothing, only the bytes that were read do.',
  'records.archive': 'The archive that the files were unpacked from.',
  'records.lapsed':
    'A different set was seen later: ' +
    'the approval is no longer valid, even if the old content returns.',
  'records.findings':
    'The findings when the person decided, as described in #/$defs/findings. ' +
    "They don't affect any answer: a reader answers the same whatever this field holds.",
  'records.namedBy':
    '`listing` if the text has no frontmatter, so that `name` and `frontmatter` ' +
    "are what the server's listing says. It doesn't affect any answer.",
  'records.decidedAt': 'ISO 8601 in UTC, with seconds.',
  'records.expiresAt': 'The approval expires at exactly this millisecond.',
  'records.supersedes':
    'Id of the decision that this one replaced; ' +
    'the write is refused if a different decision is there.',
};

/** Descriptions of the fields of `$defs/findings`. */
const keptWords: Readonly<Record<string, string>> = {
  'kept.findings': 'Worst first; limited in number.',
  'kept.findings.digest': 'Digest of the file as inspected.',
  'kept.findings.mark': 'SHA-256 of the text at its places.',
  'kept.findings.state':
    'Whether a person had dismissed it, or its surroundings suggested a false alarm.',
  'kept.more': "How many more findings each rule had that aren't kept one by one.",
  'kept.notInspected': 'Files, or parts of files, that were read but that no rule could inspect.',
  'kept.notRead': "Files that hadn't been read.",
};

/** The JSON Schema (2020-12) published with the library, generated from the one it reads by. */
export function publishedSchema(): object {
  const { properties, required, ...rest } = described(file, '');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'tag:skillgate.dev,2026:approvals-2',
    title: `Skillgate approvals, ${format}`,
    description:
      "A person's decisions about the Agent Skills of MCP servers. " +
      'Additional fields are allowed anywhere and are kept. A reader that finds another ' +
      'major format, or anything that this schema rejects, answers no to everything.',
    ...rest,
    required: ['format', ...(required as readonly string[])],
    properties: {
      format: { type: 'string', pattern: '^skillgate/approvals@0{0,8}2(?:\\.[0-9]+)*$' },
      ...(properties as object),
    },
    // Described but not required: nothing refers to it.
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

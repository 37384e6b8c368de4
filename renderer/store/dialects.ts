import type { DialectId, IntegrityKind } from '../../shared/model/skill.ts';

export interface DialectWords {
  readonly name: string;
  /** What a server with this dialect does, in one line. */
  readonly about: string;
}

/** Each way of serving skills, in words that people may know. */
export const dialectWords: Readonly<Record<DialectId, DialectWords>> = {
  'skills-ext': {
    name: 'SEP-2640',
    about: 'skills/list and skills/get, with a digest and a size for every file',
  },
  'skills-ext-draft': {
    name: 'SEP-2640 draft',
    about: 'the same methods as drafted in July and August 2026: digests without sizes, or none',
  },
  'index-2026-06': {
    name: 'June 2026 index',
    about: 'the resource skill://index.json with frontmatter, a digest of SKILL.md, and archives',
  },
  'index-2026-04': {
    name: 'April 2026 index',
    about: 'the resource skill://index.json with names and types, without digests',
  },
  'sep-2076': { name: 'SEP-2076', about: 'skills by name through skills/read, without digests' },
  manifest: {
    name: 'manifest',
    about: 'a _manifest resource beside each SKILL.md, with hash and size of every file',
  },
  'skill-root': {
    name: 'skill root',
    about: 'a resource skill://name for each skill, without digests',
  },
  'index-documents': {
    name: 'index with documents',
    about: 'the resource skill://index and a list of documents for each skill, without digests',
  },
  flat: {
    name: 'flat resource',
    about: 'a single text resource for each skill, without files and digests',
  },
  'well-known': {
    name: 'well-known',
    about: 'Agent Skills Discovery: an index at a known HTTPS address, no MCP server',
  },
};

/** What the files can be checked against, for the skill page. */
export const integrityWords: Readonly<
  Record<IntegrityKind, { readonly name: string; readonly about: string }>
> = {
  manifest: { name: 'manifest', about: 'The server gives a digest for every file.' },
  archive: {
    name: 'archive',
    about:
      'The server gives a digest of an archive; its unpacked files are what an approval binds to.',
  },
  'self-computed': {
    name: 'self-computed',
    about:
      'The server gives no digests. Skillgate computed them when it read every file: ' +
      'they show whether the content changes, not whether it’s what the server meant to serve.',
  },
  none: {
    name: 'none',
    about:
      'The server gives no digest for some of the files, so Skillgate can’t check what it sends.',
  },
};

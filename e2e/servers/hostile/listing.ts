import type { Attack } from '../support/raw.ts';
import { entryOf, fileEntry, ordinarySkills, skillMd } from '../support/served-skill.ts';
import type { ServedSkill } from '../support/served-skill.ts';

const few = ordinarySkills(3);
const page = (skills: readonly unknown[], nextCursor: string | null): Record<string, unknown> => ({
  resultType: 'complete',
  skills,
  ttlMs: 0,
  cacheScope: 'private',
  ...(nextCursor === null ? {} : { nextCursor }),
});

function listing(
  about: string,
  answer: (cursor: string) => Record<string, unknown>,
  skills: readonly ServedSkill[] = few,
): Attack {
  return {
    about,
    skills,
    on: (message, wire) => {
      if (message.method !== 'skills/list') return false;
      wire.result(message.id, answer(String(message.params['cursor'] ?? '')));
      return true;
    },
  };
}

function skill(path: string, name: string, description: string): ServedSkill {
  return { path, files: { 'SKILL.md': skillMd(name, description) } };
}

const main = skillMd('twin', 'One of two');
const twinsOf = (...files: string[]): ServedSkill => ({
  path: 'twin',
  files: { 'SKILL.md': main },
  entry: {
    resources: [
      fileEntry('skill://twin/SKILL.md', main),
      ...files.map((file) => fileEntry(`skill://twin/${file}`, file)),
    ],
  },
});

const behind = skill('acme/behind', 'behind', 'Comes in by another door');

let pages = 0;
const longDescription = 'A long description of an ordinary skill. '.repeat(100).slice(0, 4_096);

/** The listing itself misbehaves. */
export const listingAttacks: Readonly<Record<string, Attack>> = {
  'endless-pages': listing('every page has one skill and a new cursor', () => {
    pages += 1;
    return page(
      [entryOf(skill(`page-${pages}`, `page-${pages}`, 'One of very many'))],
      `cursor-${pages}`,
    );
  }),
  'repeated-cursor': listing('the second page points at itself', (cursor) =>
    page(cursor === '' ? few.slice(0, 2).map(entryOf) : few.slice(2).map(entryOf), 'again'),
  ),
  'many-skills': listing('10,000 skills with descriptions of 4 KB, in one page', () =>
    page(
      Array.from({ length: 10_000 }, (_, index) => {
        const name = `many-${index}`;
        return {
          uri: `skill://${name}/SKILL.md`,
          frontmatter: { name, description: longDescription },
          resources: [fileEntry(`skill://${name}/SKILL.md`, skillMd(name, longDescription))],
        };
      }),
      null,
    ),
  ),
  'duplicate-uris': {
    about: 'one URI is listed twice with different content',
    skills: [
      skill('same', 'same', 'The first'),
      skill('same', 'same', 'The second'),
      skill('other', 'other', 'Alone'),
    ],
  },
  twins: {
    about:
      'URIs that differ in case or in Unicode normalisation only, between skills and inside one',
    skills: [
      skill('Case/tool', 'tool', 'Upper'),
      skill('case/tool', 'tool', 'Lower'),
      skill('caf\u00e9/menu', 'menu', 'Composed'),
      skill('cafe\u0301/menu', 'menu', 'Decomposed'),
      twinsOf('Readme.md', 'README.md'),
    ],
  },
  'encoded-twins': {
    about: 'URIs that are equal after percent-decoding',
    skills: [
      skill('enc/tool', 'tool', 'Plain'),
      skill('%65nc/tool', 'tool', 'Encoded'),
      twinsOf('a.md', '%61.md'),
    ],
  },
  'second-door': {
    about:
      'what must be refused in the listing is served by skills/get, in another spelling, and as plain resources',
    skills: [behind],
    on: ({ id, method, params }, wire) => {
      const uri = String(params['uri'] ?? '');
      if (method === 'skills/list') {
        const outside = fileEntry('skill://elsewhere/notes.md', 'notes');
        const entry = entryOf(behind);
        const resources = [...(entry['resources'] as unknown[]), outside];
        wire.result(id, page([{ ...entry, resources }], null));
      } else if (method === 'resources/list') {
        const door = { uri: 'skill://ACME/behind', name: 'behind', mimeType: 'text/markdown' };
        wire.result(id, { resources: [door] });
      } else if (method === 'skills/get') {
        wire.result(id, { ...page([], null), skill: { ...entryOf(behind), uri } });
      } else if (method === 'resources/read') {
        const text = skillMd('behind', 'Comes in by another door');
        wire.result(id, { contents: [{ uri, mimeType: 'text/markdown', text }] });
      } else return false;
      return true;
    },
  },
  'not-entries': listing('the page mixes good entries with things that are none', () =>
    page([null, 7, 'skill', [], {}, { uri: 5 }, { name: 'bare' }, ...few.map(entryOf)], null),
  ),
  'not-a-list': listing('skills is an object', () => ({
    ...page([], null),
    skills: { length: 3 },
  })),
  experimental: {
    about: 'the capability stands under experimental',
    skills: few,
    capabilities: { resources: {}, experimental: { 'io.modelcontextprotocol/skills': {} } },
  },
  undeclared: {
    about: 'the methods work and are not declared',
    skills: few,
    capabilities: { resources: {} },
  },
};

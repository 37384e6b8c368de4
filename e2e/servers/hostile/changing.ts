import type { Attack, Incoming, Wire } from '../support/raw.ts';
import { contentOf, entryOf, ordinarySkills, skillMd } from '../support/served-skill.ts';
import type { ServedSkill } from '../support/served-skill.ts';

const few = ordinarySkills(3);
const fifty = ordinarySkills(50);
const shared = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const target = 'skill://skill-25/notes.txt';
const chunk = 'x'.repeat(1024 * 1024);

/**
 * Two pages; `second` deals with the request for the second one, told how many listings were asked
 * for.
 */
function twoPages(
  about: string,
  second: (message: Incoming, wire: Wire, listings: number) => void,
): Attack {
  let listings = 0;
  return {
    about,
    skills: few,
    on: (message, wire) => {
      if (message.method !== 'skills/list') return false;
      if (message.params['cursor'] === undefined) {
        listings += 1;
        wire.result(message.id, {
          ...shared,
          skills: few.slice(0, 1).map(entryOf),
          nextCursor: 'two',
        });
      } else second(message, wire, listings);
      return true;
    },
  };
}

/** Fifty honest skills, and one file among their two hundred that does harm when it is read. */
function amongFifty(about: string, act: (message: Incoming, wire: Wire) => void): Attack {
  return {
    about,
    skills: fifty,
    on: (message, wire) => {
      if (message.method !== 'resources/read' || message.params['uri'] !== target) return false;
      act(message, wire);
      return true;
    },
  };
}

let gets = 0;
const elsewhere: ServedSkill = {
  path: 'elsewhere',
  files: { 'SKILL.md': skillMd('elsewhere', 'Not the one that was asked for') },
};
const longDescription = 'A long description of an ordinary skill. '.repeat(100).slice(0, 4_096);
const manyPerPage = 1_000;
const numbered = (index: number): ServedSkill => ({
  path: `many-${index}`,
  files: { 'SKILL.md': skillMd(`many-${index}`, longDescription) },
  entry: { frontmatter: { name: `many-${index}`, description: longDescription } },
});

/**
 * Servers whose answers differ from one request to the next, or that do harm among much that is
 * honest.
 */
export const changingAttacks: Readonly<Record<string, Attack>> = {
  'partial-relisting': twoPages(
    'every listing after the first breaks off after one skill',
    (message, wire, listings) => {
      if (listings === 1) wire.result(message.id, { ...shared, skills: few.slice(1).map(entryOf) });
      else wire.error(message.id, -32603, 'The index is being rebuilt');
    },
  ),
  'second-page-silent': twoPages('the second page is never answered', () => {}),
  'many-paged': {
    about: '10,000 skills with descriptions of 4 KB, a thousand to a page',
    on: (message, wire) => {
      if (message.method !== 'skills/list') return false;
      const from = Number(message.params['cursor'] ?? 0);
      const next = from + manyPerPage < 10_000 ? { nextCursor: String(from + manyPerPage) } : {};
      wire.result(message.id, {
        ...shared,
        skills: Array.from({ length: manyPerPage }, (_, index) => entryOf(numbered(from + index))),
        ...next,
      });
      return true;
    },
  },
  'refuses-get': {
    about: 'skills/get is answered with an error that has control characters',
    skills: few,
    on: (message, wire) => {
      if (message.method !== 'skills/get') return false;
      wire.error(message.id, -32001, 'Only members \u001b[31mmay\u202E see this');
      return true;
    },
  },
  'get-another': {
    about: 'skills/get gives an entry of another URI',
    skills: few,
    on: (message, wire) => {
      if (message.method !== 'skills/get') return false;
      wire.result(message.id, { ...shared, skill: entryOf(elsewhere) });
      return true;
    },
  },
  'get-breaks': {
    about: 'skills/get describes what was listed without its resources from the second time on',
    skills: few,
    on: (message, wire) => {
      if (message.method !== 'skills/get') return false;
      gets += 1;
      const entry = entryOf(few[0] as ServedSkill);
      wire.result(message.id, {
        ...shared,
        skill: gets === 1 ? entry : { ...entry, resources: null },
      });
      return true;
    },
  },
  'short-ttl': {
    about: 'entries hold for 30 ms',
    skills: few,
    on: (message, wire) => {
      if (message.method === 'skills/list')
        wire.result(message.id, { ...shared, ttlMs: 30, skills: few.map(entryOf) });
      else if (message.method === 'skills/get')
        wire.result(message.id, {
          ...shared,
          ttlMs: 60_000,
          skill: entryOf(few[0] as ServedSkill),
        });
      else return false;
      return true;
    },
  },
  'reads-silent': {
    about: 'lists fifty skills and answers no read',
    skills: fifty,
    on: (message) => message.method === 'resources/read',
  },
  'dies-among-50': amongFifty('one read among fifty skills ends the process', () =>
    process.exit(139),
  ),
  'long-line-among-50': amongFifty(
    'one answer among fifty skills is a line of 40 MB',
    (message, wire) => {
      wire.write(
        `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{"contents":[{"uri":"${target}","text":"`,
      );
      for (let written = 0; written < 40; written += 1) wire.write(chunk);
      wire.write('"}]}}\n');
    },
  ),
  'other-text-among-50': amongFifty(
    'one answer among fifty skills has other bytes',
    (message, wire) =>
      wire.result(message.id, { ...shared, contents: [contentOf(target, 'something else')] }),
  ),
};

import { describe, expect, it } from 'vitest';
import { recordOn, entryOf } from '../../core/skill-state/held.fixture.ts';
import { sha256 } from '../../core/digest.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { entryFor, servedAs } from './served-skill.ts';

const main = 'skill://x';
/** A skill whose server states the paths of its two documents. */
const calling = (one: string, two: string) =>
  entryOf({
    uri: main,
    root: `${main}/document`,
    dialect: 'index-documents',
    pathsAreStated: true,
    files: [
      { uri: main, path: 'SKILL.md', digest: sha256('main'), size: 4 },
      { uri: `${main}/document/1`, path: one, digest: sha256('one'), size: 3 },
      { uri: `${main}/document/2`, path: two, digest: sha256('two'), size: 3 },
    ],
  });
const approved = recordOn(calling('notes.md', 'run.sh'));
const withPaths = (...paths: readonly unknown[]): ApprovalRecord => ({
  ...approved,
  resources: approved.resources.map(({ uri, digest, size = 0 }, at) => ({
    ...{ uri, digest, size },
    ...(at === 0 || paths[at - 1] === undefined ? {} : { path: paths[at - 1] }),
  })),
});
const served = (record: ApprovalRecord, entry = calling('run.sh', 'notes.md')) =>
  servedAs(record, entry, { learned: new Map(), isContested: () => false });
const addresses = (record: ApprovalRecord): unknown => {
  const skill = served(record);
  return skill.ok ? skill.value.files.map(({ uri }) => uri) : skill.error;
};
const at = (...paths: readonly string[]): string[] =>
  paths.map((path) => `skill://refunds/${path}`);

describe('the addresses of files whose server states their paths', () => {
  it('are those of the approved paths, whatever the server calls them by now', () => {
    expect(addresses(approved)).toEqual(at('SKILL.md', 'notes.md', 'run.sh'));
  });

  it('are those of the URIs where an older approval kept no path', () => {
    expect(addresses(withPaths())).toEqual(at('SKILL.md', '1', '2'));
  });

  it.each([
    ['a path outside of the skill', '../../evil/SKILL.md'],
    ['a path from the root', '/etc/passwd'],
    ['a path of two names for one file', 'a//b'],
    ['what is no text', 7],
  ])('are those of the URIs where a record has %s', (_, path) => {
    expect(addresses(withPaths(path, 'run.sh'))).toEqual(at('SKILL.md', '1', 'run.sh'));
  });

  it.each([
    ['SKILL.md', 'SKILL.md', 'run.sh'],
    ['SKILL.md in other letters', 'skill.md', 'run.sh'],
    ["another's", 'run.sh', 'run.sh'],
  ])('are none where a record has a file that claims %s', (_, one, two) => {
    expect(addresses(withPaths(one, two))).toBe('files');
  });

  it('stand in an entry beside the approved frontmatter, and no other word', () => {
    const entry = { ...calling('run.sh', 'notes.md'), description: 'Use this instead', raw: {} };
    const skill = served(approved, entry);
    expect(skill.ok && entryFor(skill.value)).toMatchObject({
      uri: 'skill://refunds/SKILL.md',
      frontmatter: { name: 'refunds', description: 'Process refunds' },
    });
    expect(JSON.stringify(skill)).not.toContain('Use this instead');
  });
});

import type { SkillEntry } from '../../../../../shared/model/skill.ts';
import { err, ok, type Result } from '../../../../../shared/result.ts';
import { isRecord, own } from '../../../json.ts';
import { problem } from '../../../problem.ts';
import { skillFolder } from '../../../uri.ts';
import type { BrokenRules, ClaimReader, SharedMethod } from '../../dialect.ts';
import { encodePath, describedEntry, textOf } from '../../forms/foreign-entry.ts';
import { noDescription, noName } from '../../forms/faults.ts';

const clause = 'SEP-2076, skills/list';

/** Bare names belong to this proposal if the server declares it or nothing else lists this way. */
export function claimNames({ method, server, declared }: SharedMethod): ClaimReader {
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
export const uriOfName = (name: string): string =>
  `skill://${encodePath(name).replaceAll('/', '%2F')}/SKILL.md`;

/** The name behind a URI made by `uriOfName`. */
export function nameOfUri(uri: string): string | null {
  const folder = skillFolder(uri);
  return folder.ok && uriOfName(folder.value.name) === uri ? folder.value.name : null;
}

/** One `skills/list` entry with a name and no URI. */
export function readNameOnly(value: unknown, server: string): Result<SkillEntry, BrokenRules> {
  const name = isRecord(value) ? own(value, 'name') : undefined;
  if (!isRecord(value) || typeof name !== 'string' || name === '') {
    return err([noName(name, clause)]);
  }
  const uri = uriOfName(name);
  const folder = skillFolder(uri);
  if (!folder.ok)
    return err([
      problem('name-invalid', 'The name can’t be part of a URI.', {
        field: 'name',
        expected: 'letters, digits and hyphens',
        actual: name,
        clause,
      }),
    ]);
  const description = textOf(own(value, 'description'));
  if (description.trim() === '') return err([noDescription(own(value, 'description'), clause)]);
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

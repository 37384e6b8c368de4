import type { DialectId, RefusedEntry, SkillEntry } from '../../../../shared/model/skill.ts';
import type { Result } from '../../../../shared/result.ts';
import { isRecord, own } from '../../json.ts';
import { limits } from '../../limits.ts';
import { problem } from '../../problem.ts';
import { visible } from '../../text.ts';
import { twinKey } from '../../uri.ts';
import type { Broken, Listed } from '../dialect.ts';
import { duplicateProblem } from './copies.ts';

/**
 * A listing that comes in one document: every value is read on its own, and every copy of a URI
 * is refused, since nobody can say which the server means.
 */
export function wholeListing(
  values: readonly unknown[],
  about: { readonly server: string; readonly dialect: DialectId },
  read: (value: unknown) => Result<SkillEntry, Broken>,
): Listed {
  const { server, dialect } = about;
  const refused: RefusedEntry[] = [];
  const good: { entry: SkillEntry; index: number }[] = [];
  const copies = new Map<string, number>();
  values.slice(0, limits.listEntries).forEach((value, index) => {
    const answer = read(value);
    if (!answer.ok) {
      const [first, ...others] = answer.error;
      refused.push({ server, index, problem: first, others, dialect, ...namesOf(value) });
      return;
    }
    const key = twinKey(answer.value.uri);
    copies.set(key, (copies.get(key) ?? 0) + 1);
    good.push({ entry: answer.value, index });
  });
  const alone = good.filter(({ entry, index }) => {
    if ((copies.get(twinKey(entry.uri)) ?? 0) < 2) return true;
    refused.push({
      server,
      index,
      uri: entry.uri,
      name: visible(entry.name, 100),
      problem: duplicateProblem(entry.uri),
      others: [],
      dialect,
    });
    return false;
  });
  const problems =
    values.length > limits.listEntries
      ? [
          problem(
            'listing-limit',
            `The listing has more than ${limits.listEntries} entries; the rest was not read.`,
          ),
        ]
      : [];
  return {
    entries: alone.map(({ entry }) => entry),
    refused: refused.sort((a, b) => a.index - b.index),
    problems,
    templates: [],
    stop: null,
  };
}

export const nothingFound: Listed = {
  entries: [],
  refused: [],
  problems: [],
  templates: [],
  stop: null,
};

/** What a refused value calls itself; all of it is the server's text. */
function namesOf(value: unknown): Pick<RefusedEntry, 'uri' | 'name'> {
  if (!isRecord(value)) return {};
  const uri = own(value, 'url') ?? own(value, 'uri');
  const frontmatter = own(value, 'frontmatter');
  const name = own(value, 'name') ?? (isRecord(frontmatter) ? own(frontmatter, 'name') : undefined);
  return {
    ...(typeof uri === 'string' ? { uri: visible(uri, 2_048) } : {}),
    ...(typeof name === 'string' ? { name: visible(name, 100) } : {}),
  };
}

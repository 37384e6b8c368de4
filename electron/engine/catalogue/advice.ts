import type { DialectRegistry } from '../../core/dialects/dialects.ts';
import type { Problem, RuleId } from '../../../shared/model/problem.ts';
import type { DialectId } from '../../../shared/model/plain.ts';
import type { RefusedEntry } from '../../../shared/model/skill.ts';
import { dialectsOf, type CatalogueServer, type CatalogueSkill } from './server.ts';

/**
 * What a server's author could fix, in the product's words: `revision` says which revision the
 * server speaks now.
 */
export interface AuthorAdvice extends Problem {
  readonly revision: string;
}

/** Rules that one skill after another breaks in the same way; said once per server. */
const fixable = new Map<RuleId, string>([
  ['pre-release-shape', 'Add size, the number of bytes, to every file in resources.'],
  [
    'content-generated',
    'List every file in resources, or say "dynamic" for content that is generated.',
  ],
  ['resource-size', 'Add size, the number of bytes, to every file in resources.'],
  [
    'resource-digest',
    'Give every file a digest: "sha256:" and 64 lowercase hexadecimal characters of the raw bytes.',
  ],
  ['resources-missing', 'Add resources with every file of the skill, or "dynamic".'],
  ['skill-md-unlisted', 'List SKILL.md itself in resources.'],
  ['name-path-mismatch', 'Make the last folder of the URI equal to the name in the frontmatter.'],
  ['name-invalid', 'Use lowercase letters, digits and single hyphens for the name.'],
  ['cache-fields', 'Add ttlMs, cacheScope and resultType "complete" to the result.'],
  ['capability-placement', 'Move the declaration to capabilities.extensions.'],
  ['capability-shape', 'Declare capabilities.extensions["io.modelcontextprotocol/skills"] as {}.'],
  ['capability-undeclared', 'Declare the extension in capabilities.extensions.'],
  ['uri-repeated', 'List each skill once.'],
  ['stray-output', 'Write everything that isn’t a message to standard error.'],
  ['answer-id', 'Repeat the id of the request as it came: a number stays a number.'],
  ['answer-type', 'Send answers as application/json, or as an event stream (text/event-stream).'],
  ['event-end', 'End each event with a blank line; clients drop the last one without it.'],
  ['not-utf-8', 'Write every message in UTF-8, whatever the encoding of the system is.'],
  [
    'noisy-output',
    'Write less, for example with a lower log level, and notify only when something has changed.',
  ],
  ['resources-capability', 'Declare the resources capability too: files are read as resources.'],
]);

/** Problems as the checks of a server say them, where it speaks what they are about. */
export const voiced = (
  server: Pick<CatalogueServer, 'spoken'>,
  problems: readonly Problem[],
  dialects: DialectRegistry,
): Problem[] =>
  server.spoken.some(({ id }) => id === 'skills-ext') ? problems.map(dialects.said) : [...problems];

/** The same of entries that were refused; those of other dialects have other rules. */
export const refusedIn = (
  server: Pick<CatalogueServer, 'refused'>,
  dialects: DialectRegistry,
): RefusedEntry[] =>
  server.refused.map((entry) =>
    isOfExtension(entry.dialect)
      ? { ...entry, problem: dialects.said(entry.problem), others: entry.others.map(dialects.said) }
      : entry,
  );

/** The problems of a skill's entry in the same words. */
export const saidOf = (
  { dialect, problems }: Pick<CatalogueSkill['entry'], 'dialect' | 'problems'>,
  dialects: DialectRegistry,
): Problem[] => (isOfExtension(dialect) ? problems.map(dialects.said) : [...problems]);

const isOfExtension = (dialect: DialectId): boolean =>
  dialect === 'skills-ext' || dialect === 'skills-ext-draft';

/**
 * What is missing against the final specification, each with its clause and the smallest fix;
 * empty for a server that keeps every rule.
 */
export function adviceOf(server: CatalogueServer, dialects: DialectRegistry): AuthorAdvice[] {
  const revision = dialectsOf(server)
    .map((id) => dialects.of(id).label)
    .join('; ');
  const found = new Map<string, AuthorAdvice>();
  const add = (problem: Problem, count = 1): void => {
    const { check } = problem;
    const known = fixable.get(problem.rule);
    const key = problem.rule === 'older-dialect' ? problem.message : problem.rule;
    if (found.has(key) || (known === undefined && problem.rule !== 'older-dialect')) return;
    const several = count > 1 ? ` (${count} skills)` : '';
    found.set(key, {
      ...problem,
      message:
        known === undefined
          ? problem.message
          : `${problem.message}${several} ${check?.fix ?? known}`,
      revision,
    });
  };
  for (const problem of voiced(server, [...server.advice, ...server.listing.problems], dialects))
    add(problem);
  const counted = new Map<RuleId, { readonly first: Problem; count: number }>();
  const count = (problems: readonly Problem[]): void => {
    for (const problem of problems) {
      const known = counted.get(problem.rule);
      if (known === undefined) counted.set(problem.rule, { first: problem, count: 1 });
      else known.count += 1;
    }
  };
  for (const { held, entry } of server.skills.values()) {
    count(saidOf({ dialect: entry.dialect, problems: held.listed.problems }, dialects));
  }
  for (const { problem, others } of refusedIn(server, dialects)) count([problem, ...others]);
  for (const { first, count: times } of counted.values()) add(first, times);
  return [...found.values()];
}

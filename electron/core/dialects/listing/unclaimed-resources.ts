import type { Problem } from '../../../../shared/model/problem.ts';
import { problem } from '../../problem.ts';
import { visible } from '../../text.ts';

/** What a server has that no dialect turned into a skill. All of it is the server's text. */
export interface UnclaimedResources {
  /** URIs of `resources/list`. */
  readonly resources: readonly string[];
  /** Templates whose expansion can be a skill. */
  readonly templates: readonly string[];
  /** Names of tools that give skills. */
  readonly tools: readonly string[];
}

const maxNamed = 3;
const clause = 'Listing Skills';
const expected = 'skills/list';
const fix =
  'Serve the files as resources and answer skills/list with uri, frontmatter and resources.';

/** `gw-skill://refunds`, `skills://catalog`, `resource://skillz/refunds/guide.md`. */
const likeSkills = /^(?:[a-z0-9+.-]*skill[a-z0-9+.-]*:\/\/|[a-z][a-z0-9+.-]*:\/\/[^/?#]*skill)/i;

/**
 * Where the skills of a server with an empty list may be, each place reported once with evidence,
 * so that nobody concludes that it has none. Goes by names alone: nothing is read and no tool is
 * called.
 */
export function skillsElsewhere({ resources, templates, tools }: UnclaimedResources): Problem[] {
  const like = resources.filter((uri) => likeSkills.test(uri));
  const said: Problem[] = [];
  const say = (field: string, actual: string, message: string): void =>
    void said.push(
      problem('older-dialect', `${message} ${fix}`, { field, expected, actual, clause }),
    );
  if (templates.length > 0)
    say(
      'resources/templates/list',
      examples(templates),
      `The server lists no skills. To open one, fill in ${examples(templates)}.`,
    );
  if (like.length > 0)
    say(
      'resources/list',
      examples(like),
      'The server has resources that look like parts of skills, in an unknown layout: ' +
        `${examples(like)}. If one is a complete SKILL.md, open it by its URI.`,
    );
  if (tools.length > 0)
    say(
      'tools/list',
      examples(tools),
      `The server provides skills through tools, which Skillgate doesn’t call: ${examples(tools)}.`,
    );
  return said;
}

/**
 * The same for a server with skills: addresses with a scheme such as `gw-skill:` that belong to
 * none of them, as `isKnown` tells. Addresses under `skill:` are reported where their dialect is
 * known.
 */
export function oddSchemes(
  resources: Iterable<string>,
  isKnown: (uri: string) => boolean,
): Problem[] {
  const odd = [...resources].filter((uri) => oddScheme.test(uri) && !isKnown(uri));
  if (odd.length === 0) return [];
  const actual = examples(odd);
  const message =
    'Besides its skills, the server has resources that look like parts of others, ' +
    `in an unknown layout: ${actual}. If one is a complete SKILL.md, open it by its URI. ${fix}`;
  return [problem('older-dialect', message, { field: 'resources/list', expected, actual, clause })];
}
const oddScheme = /^(?!skill:)[a-z0-9+.-]*skill[a-z0-9+.-]*:\/\//i;

function examples(texts: readonly string[]): string {
  const first = texts.slice(0, maxNamed).map((text) => `“${visible(text, 60)}”`);
  return texts.length > maxNamed
    ? `${first.join(', ')} and ${texts.length - maxNamed} more`
    : first.join(', ');
}

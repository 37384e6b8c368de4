import type { Problem } from '../../../../shared/model/problem.ts';
import type { DialectListing } from '../dialect.ts';

// Everything a person reads about a faulty listing; the snapshot holds each sentence for review.

/** One sentence with its facts. */
export const said = ({ rule, message, field, expected, actual, clause }: Problem): string =>
  [
    rule,
    message,
    `${field ?? '–'} is ${actual ?? '–'}, not ${expected ?? '–'}`,
    clause ?? '–',
  ].join(' | ');

/** A whole listing, a line for each entry, refusal and problem. */
export function inWords({
  entries,
  refused,
  problems,
  templates,
  stop,
}: DialectListing): readonly string[] {
  return [
    ...entries.map(
      ({
        uri,
        root,
        name,
        description,
        frontmatter,
        integrity,
        files,
        known,
        archives,
        problems: notes,
      }) =>
        `+ ${uri} ${JSON.stringify({ root, name, description, frontmatter, integrity, files, known, archives })}${notes
          .map((note) => `\n    ${said(note)}`)
          .join('')}`,
    ),
    ...refused.map(
      ({ index, uri, name, problem, others }) =>
        `- ${index} ${uri ?? '–'} ${name ?? '–'}: ${[problem, ...others].map(said).join('\n    ')}`,
    ),
    ...problems.map((problem) => `! ${said(problem)}`),
    ...templates.map((template) => `~ ${JSON.stringify(template).slice(0, 90)}`),
    ...(stop === null ? [] : [`stopped: ${said(stop)}`]),
  ];
}

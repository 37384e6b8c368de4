import { counted } from '../../../../shared/count-text.ts';
import { own } from '../../json.ts';
import { describe } from '../../problem.ts';
import {
  codeOf,
  failureOf,
  looked,
  skipped,
  type ConformanceCheck,
  type RuleFault,
} from '../check.ts';
import { notDeclared } from '../served-entry.ts';
import { resultOf, type CheckExchange, type ListPages } from '../transcript.ts';

const methodNotFound = -32_601;

/** What `resources/list` needs so that a SKILL.md that only it names can be found. */
export const resourceChecks: readonly ConformanceCheck[] = [
  {
    id: 'skillgate/resources-listing',
    clause: 'Protocol Revision',
    level: 'MUST',
    words: 'resources/list ends, and each nextCursor leads to the next page.',
    fix:
      'Answer resources/list and return the right page for each cursor; ' +
      'leave nextCursor out of the last page.',
    look(seen) {
      const why = notDeclared(seen);
      if (why !== null) return skipped(why);
      const { exchanges } = seen.resources;
      const [first] = exchanges;
      if (first === undefined) return skipped("The request wasn't sent.");
      if (codeOf(first) === methodNotFound)
        return skipped("resources/list isn't implemented, which is allowed.");
      return looked([...shapeFaults(exchanges), ...endFaults(seen.resources)], first);
    },
  },
];

const fault = (said: string, from: CheckExchange | undefined, part?: unknown): RuleFault => ({
  subject: 'resources/list',
  said,
  from,
  ...(part === undefined ? {} : { part }),
});

const shapeFaults = (exchanges: readonly CheckExchange[]): RuleFault[] =>
  exchanges.flatMap((from) => {
    const resources = own(resultOf(from), 'resources');
    return !from.reply.ok || Array.isArray(resources)
      ? []
      : [fault(`resources is ${describe(resources)}`, from)];
  });

function endFaults({ exchanges, end }: ListPages): RuleFault[] {
  const last = exchanges.at(-1);
  const pages = exchanges.length;
  switch (end) {
    case 'failed':
      return [
        fault(pages === 1 ? `it ${failureOf(last)}` : `page ${pages} ${failureOf(last)}`, last),
      ];
    case 'endless':
      return [
        fault(
          `it didn't end within ${counted(pages, 'page')}`,
          last,
          own(resultOf(last), 'nextCursor'),
        ),
      ];
    // A listing that is too large counts as not checked.
    case 'too-large':
    case 'whole':
      return [];
  }
}

import { isRecord, own } from '../../json.ts';
import { describe } from '../../problem.ts';
import {
  codeOf,
  failureOf,
  looked,
  skipped,
  type ConformanceCheck,
  type CheckLook,
  type RuleFault,
} from '../check.ts';
import { isFolder } from '../folders.ts';
import { noDirectories, notDeclared } from '../served-entry.ts';
import {
  directoriesDeclared,
  itemsOf,
  resultOf,
  type ReadDirectory,
  type CheckTranscript,
} from '../transcript.ts';
import { invalidParams } from './getting.ts';

const clause = 'Reading Directories';

const over =
  (
    look: (directory: ReadDirectory, seen: CheckTranscript) => CheckLook,
  ): ConformanceCheck['look'] =>
  (seen) => {
    const why = notDeclared(seen);
    if (why !== null) return skipped(why);
    if (!directoriesDeclared(seen.capabilities)) return skipped(noDirectories);
    if (seen.directory === null) return skipped('Nothing listed has a folder to read.');
    return look(seen.directory, seen);
  };
const overFirst = (
  look: (directory: ReadDirectory, seen: CheckTranscript) => CheckLook,
): ConformanceCheck['look'] =>
  over((directory, seen) =>
    directory.pages.exchanges[0]?.reply.ok === true
      ? look(directory, seen)
      : looked([noResult(directory, seen)]),
  );

const noResult = (
  { uri, pages }: ReadDirectory,
  { deeper: { slashed } }: CheckTranscript,
): RuleFault => {
  const said = `it ${failureOf(pages.exchanges[0])}`;
  const fault = { subject: uri, said, from: pages.exchanges[0] };
  return slashed?.reply.ok === true
    ? {
        ...fault,
        said: `${said}. It answers for ${uri}/`,
        fix: 'Answer for the URI of a folder without a slash at its end, as clients write it.',
      }
    : fault;
};

/** Checks of `resources/directory/read`. */
export const directoryChecks: readonly ConformanceCheck[] = [
  {
    id: 'sep-2640-capability-directory-read-flag',
    clause: 'Capability Negotiation',
    level: 'MUST',
    words: 'directoryRead: true means that resources/directory/read is implemented.',
    fix: 'Declare directoryRead: true inside the settings of the extension.',
    look(seen) {
      const why = notDeclared(seen);
      if (why !== null) return skipped(why);
      return directoriesDeclared(seen.capabilities) ? looked([]) : skipped(noDirectories);
    },
  },
  {
    id: 'sep-2640-directory-read-method-registered',
    clause,
    level: 'MUST',
    words: 'A server that declares directoryRead answers for the folder of a skill.',
    fix: "Register a handler for resources/directory/read, or don't declare directoryRead.",
    look: over((directory, seen) => {
      const [first] = directory.pages.exchanges;
      return looked(first?.reply.ok === true ? [] : [noResult(directory, seen)], first ?? null);
    }),
  },
  {
    id: 'sep-2640-directory-read-result-resources-shape',
    clause,
    level: 'MUST',
    words: 'The result has resources: the direct children, each with its URI.',
    fix: 'Return {"resources": [{"uri", "name", "mimeType"}, …]}.',
    look: overFirst(({ uri, pages }) => {
      const [first] = pages.exchanges;
      const resources = own(resultOf(first), 'resources');
      if (!Array.isArray(resources))
        return looked([{ subject: uri, said: `resources is ${describe(resources)}`, from: first }]);
      const faults = itemsOf(pages, 'resources').flatMap(({ item, from }) =>
        isRecord(item) && typeof own(item, 'uri') === 'string'
          ? []
          : [{ subject: uri, said: 'a child has no uri', from, part: item }],
      );
      return looked(faults, first ?? null);
    }),
  },
  {
    id: 'sep-2640-directory-read-subdir-mimetype',
    clause: 'Directory Resources',
    level: 'MUST',
    words: 'A folder inside a folder has the mimeType inode/directory.',
    fix: 'Set the mimeType of child folders to inode/directory.',
    look: overFirst((_, { withFolders }) => {
      if (withFolders === null) return skipped('No skill has a subfolder.');
      const { uri, pages } = withFolders;
      const [first] = pages.exchanges;
      const has = itemsOf(pages, 'resources').some(({ item }) => isFolder(item));
      return looked(
        has
          ? []
          : [
              {
                subject: uri,
                said:
                  first?.reply.ok === true ? 'no child is a directory' : `it ${failureOf(first)}`,
                from: first,
              },
            ],
        first ?? null,
      );
    }),
  },
  {
    id: 'sep-2640-directory-read-invalid-params',
    clause,
    level: 'MUST',
    words: 'A directory read of something that is not a directory returns error -32602.',
    fix: 'Return the JSON-RPC error -32602 (Invalid params).',
    look: over(({ ofFile }) => {
      if (ofFile === null) return skipped('No file is known to try this with.');
      const fault = {
        subject: String(ofFile.params['uri']),
        said: `it ${failureOf(ofFile)}`,
        from: ofFile,
      };
      return looked(codeOf(ofFile) === invalidParams ? [] : [fault], ofFile);
    }),
  },
  {
    id: 'sep-2640-directory-read-pagination',
    clause,
    level: 'MUST',
    words: 'The nextCursor of a directory read leads to the next page.',
    fix: 'Return the page that the cursor stands for.',
    look: overFirst(({ uri, pages }) => {
      const second = pages.exchanges[1];
      if (second === undefined) return looked([], pages.exchanges[0] ?? null);
      const isPage = Array.isArray(own(resultOf(second), 'resources'));
      return looked(
        isPage
          ? []
          : [{ subject: uri, said: `the second page ${failureOf(second)}`, from: second }],
        second,
      );
    }),
  },
];

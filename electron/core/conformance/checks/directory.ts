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
import { isFolder, foldersIn } from '../folders.ts';
import { noDirectories, notDeclared, servedIn, unlistedIn } from '../served-entry.ts';
import {
  directoriesDeclared,
  itemsOf,
  resultOf,
  type ReadDirectory,
  type CheckTranscript,
  folderOf,
  type CheckExchange,
  type ReadFolder,
  type ServedEntry,
} from '../transcript.ts';
import { invalidParams } from './listing.ts';
import { counted } from '../../../../shared/size-text.ts';

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

/**
 * Compares every folder of every skill, as `resources/directory/read` returns it, with its entry.
 */
export const foldersAgree: ConformanceCheck = {
  id: 'skillgate/directory-agrees',
  clause: 'Reading Directories',
  level: 'MUST',
  words:
    'Across all its pages, each folder of a skill has the direct ' +
    "children that the entry's files imply, each of the right kind.",
  fix:
    'Build the directory and the entry from the same files, ' +
    'and return the right page for each cursor.',
  look(seen) {
    const { directory, withFolders, deeper } = seen;
    const why = notDeclared(seen);
    if (why !== null) return skipped(why);
    if (!directoriesDeclared(seen.capabilities)) return skipped(noDirectories);
    const folders = [directory, withFolders, ...deeper.folders].filter((one) => one !== null);
    const read = new Map<string, ReadFolder>(folders.map((folder) => [folder.uri, folder]));
    const owners = new Map<string, ServedEntry>();
    for (const entry of [...servedIn(seen), ...unlistedIn(deeper.elsewhere)])
      for (const uri of foldersIn(entry).folders)
        if (read.has(uri) && !owners.has(uri)) owners.set(uri, entry);
    if (owners.size === 0) return skipped("No skill's folder was read.");
    if ([...owners.keys()].every((uri) => isToldOf(seen, read.get(uri))))
      return skipped("Couldn't read the whole folder.");
    const elsewhere = toldElsewhere(seen);
    const faults = [...owners].flatMap(([uri, entry]) => {
      const folder = read.get(uri);
      return folder === undefined || isToldOf(seen, folder) ? [] : differences(folder, entry, seen);
    });
    const left = faults.filter(({ subject }) => !elsewhere.has(subject));
    const [cause] = faults.flatMap(({ subject }) => elsewhere.get(subject) ?? []);
    return left.length === 0 && cause !== undefined
      ? skipped(cause)
      : looked(left, folders[0]?.pages.exchanges[0] ?? null);
  },
};

/** Listed files whose cause another check reports, with a text that says so. */
function toldElsewhere(seen: CheckTranscript): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  for (const { uri, from, skill } of seen.deeper.files) {
    if (codeOf(from) !== null)
      told.set(uri, `See skillgate/files-readable: ${uri} is missing from its folder, too.`);
    if (!uri.includes('\\')) continue;
    const why = `See skillgate/uri-syntax: ${uri} has no folders that can be compared.`;
    const folder = (skill.uri === undefined ? undefined : folderOf(skill.uri)) ?? '';
    told.set(uri, why);
    // Each part before a backslash is a folder on the server's disk.
    const parts = uri.slice(folder.length + 1).split(/[\\/]/);
    for (let level = 1; level < parts.length; level += 1)
      told.set(`${folder}/${parts.slice(0, level).join('/')}`, why);
  }
  return told;
}

/** True if a check of the official suite already reports the failed page. */
function isToldOf(
  { directory, withFolders }: CheckTranscript,
  folder: ReadFolder | undefined,
): boolean {
  if (folder?.pages.end !== 'failed') return false;
  const { length } = folder.pages.exchanges;
  const { uri } = folder;
  return (uri === directory?.uri && length <= 2) || (uri === withFolders?.uri && length <= 1);
}

/** How a folder differs from the entry's files; a dynamic entry names only SKILL.md. */
function differences(
  { uri, pages }: ReadFolder,
  entry: ServedEntry,
  seen: CheckTranscript,
): RuleFault[] {
  const last = pages.exchanges.at(-1);
  if (pages.end === 'failed')
    return [
      { subject: uri, said: `page ${pages.exchanges.length} ${failureOf(last)}`, from: last },
    ];
  if (pages.end !== 'whole')
    return [
      {
        subject: uri,
        said: `it didn't end within ${counted(pages.exchanges.length, 'page')}`,
        from: last,
      },
    ];
  const listed = childrenIn(uri, entry);
  const isDynamic = entry.resources === 'dynamic';
  const items = itemsOf(pages, 'resources');
  const there = new Set<string>();
  const faults = items.flatMap(({ item, from }): RuleFault[] => {
    const { uri: child, mimeType } = isRecord(item) ? item : {};
    if (typeof child !== 'string')
      return uri === seen.directory?.uri
        ? []
        : [{ subject: uri, said: 'a child has no uri', from, part: item }];
    const fault = (said: string): RuleFault[] => [{ subject: child, said, from, part: item }];
    if (!child.startsWith(`${uri}/`)) return fault(`it's outside ${uri}`);
    const path = child.slice(uri.length + 1);
    const plain = path.replace(/\/$/, '');
    there.add(`${uri}/${plain.split('/', 1)[0] ?? ''}`);
    if (plain.includes('/'))
      return fault("it isn't a direct child: directory reads aren't recursive");
    if (plain !== path) return fault("a folder's URI has no slash at its end");
    const kind = listed.get(child);
    if (kind === undefined)
      return isDynamic
        ? []
        : fault(
            isFolder(item) ? 'the entry lists no file in this folder' : "the entry doesn't list it",
          );
    return kind === kindOf(item) || isSuites(uri, items, seen)
      ? []
      : fault(`it's a ${kind}, but its mimeType is ${describe(mimeType)}`);
  });
  const missing = [...listed.keys()].filter((child) => !there.has(child));
  const from: CheckExchange | null = pages.exchanges[0] ?? null;
  return [
    ...missing.map((subject): RuleFault => ({
      subject,
      said: "it's missing from the folder",
      from,
    })),
    ...faults,
  ];
}

type Kind = 'file' | 'folder';

const kindOf = (item: unknown): Kind => (isFolder(item) ? 'folder' : 'file');

/** If the folder has no subfolder at all, the suite's own check reports that. */
const isSuites = (
  uri: string,
  items: readonly { readonly item: unknown }[],
  { withFolders }: CheckTranscript,
): boolean => uri === withFolders?.uri && !items.some(({ item }) => isFolder(item));

/** The direct children of a folder and the kind of each, as the entry's files imply. */
function childrenIn(folder: string, { uri, resources }: ServedEntry): Map<string, Kind> {
  const files = Array.isArray(resources) ? resources.map((file) => own(file, 'uri')) : [uri];
  const children = new Map<string, Kind>();
  for (const file of files) {
    if (typeof file !== 'string' || !file.startsWith(`${folder}/`)) continue;
    const end = file.indexOf('/', folder.length + 1);
    if (end >= 0) children.set(file.slice(0, end), 'folder');
    else if (!children.has(file)) children.set(file, 'file');
  }
  return children;
}

import { isRecord, own } from '../json.ts';
import { limits } from '../limits.ts';
import type { RequestPlan, PlannedRequest } from '../dialects/plan.ts';
import {
  RequestNumbering,
  directoriesDeclared,
  folderOf,
  itemsOf,
  nameSegment,
  nothing,
  settingsOf,
  type CheckExchange,
  type ReadDirectory,
  type ReadResource,
  type SecondListing,
  type CheckTranscript,
} from './transcript.ts';
import { deeper, notDeeper, readAgain, unknownSkill } from './extra-requests.ts';
import { directoryPages, isFolder } from './folders.ts';
import { firstReadable } from './checks/skill-md.ts';
import { servedIn } from './served-entry.ts';

/** What a server declares about itself on connecting. */
export type DeclaredServer = Pick<
  CheckTranscript,
  'protocolVersion' | 'capabilities' | 'instructions' | 'hello'
>;

/**
 * Requests everything that the checks look at, with read-only requests and no tool calls. A server
 * that doesn't declare the extension gets one request, which shows whether the declaration is all
 * that it lacks ("Capability Negotiation").
 */
export function* walk(declaration: DeclaredServer): RequestPlan<CheckTranscript> {
  const empty: CheckTranscript = {
    ...declaration,
    listing: nothing,
    resources: nothing,
    got: null,
    gotUnknown: null,
    main: null,
    manifest: null,
    directory: null,
    withFolders: null,
    deeper: notDeeper,
    undeclared: null,
    again: null,
    tookMs: new Map(),
    noise: null,
    textId: null,
  };
  const asking = new RequestNumbering();
  if (settingsOf(declaration.capabilities) === undefined) {
    const [undeclared = null] = yield* asking.all([
      { ...unasked, method: 'skills/list', params: {} },
    ]);
    return { ...empty, undeclared };
  }
  const listing = yield* asking.pages('skills/list', {}, limits.listPages);
  const [seen, directories] = yield* firstOfEach(asking, { ...empty, listing });
  const manifest = yield* manifestOf(asking, seen);
  const all = { ...seen, manifest, ...(yield* directoriesOf(asking, seen, directories)) };
  return { ...all, deeper: yield* deeper(asking, all) };
}

/** A method that nothing declares: a server that has it is told to declare it. */
const unasked = { refusable: true, isBrief: true } as const;

/** The requests about the first folder: its first page, and a directory read of a file in it. */
interface FirstFolder {
  readonly folder: string;
  readonly page: CheckExchange;
  readonly ofFile: CheckExchange;
}

/**
 * Sends the first request of every method at once, so that the waits for missing answers overlap.
 */
function* firstOfEach(
  asking: RequestNumbering,
  seen: CheckTranscript,
): RequestPlan<readonly [CheckTranscript, FirstFolder | null]> {
  const first = servedIn(seen).find(({ uri }) => uri !== undefined)?.uri;
  const readable = firstReadable(seen)?.uri;
  const isDeclared = directoriesDeclared(seen.capabilities);
  const found = placeIn(seen);
  const place = isDeclared ? found : null;
  const of = (method: string, uri: string | undefined): PlannedRequest | null =>
    uri === undefined ? null : { method, params: { uri } };
  const unknown = { method: 'skills/get', params: { uri: unknownSkill }, refusable: true } as const;
  const ofFile = of('resources/directory/read', place?.file);
  const undeclared = isDeclared ? null : of('resources/directory/read', found?.folder);
  const asked = yield* asking.each({
    resources: { method: 'resources/list', params: {} },
    got: of('skills/get', first),
    gotUnknown: seen.listing.end === 'failed' ? null : unknown,
    main: of('resources/read', readable),
    page: of('resources/directory/read', place?.folder),
    ofFile: ofFile === null ? null : { ...ofFile, refusable: true },
    undeclared: undeclared === null ? null : { ...undeclared, ...unasked },
  });
  const { got, gotUnknown, main, page } = asked;
  const resources =
    asked.resources === null ? nothing : yield* asking.pagesFrom(asked.resources, limits.listPages);
  const folder =
    place === null || page === null || asked.ofFile === null
      ? null
      : { folder: place.folder, page, ofFile: asked.ofFile };
  return [{ ...seen, resources, got, gotUnknown, main, undeclared: asked.undeclared }, folder];
}

/**
 * Lists again after `walk`, and reads the first files once more, to see what a server changes after
 * its start. `before`: how many requests the run has already sent.
 */
export function* listedAgain(
  before: number,
  { deeper: { files } }: Pick<CheckTranscript, 'deeper'>,
): RequestPlan<Omit<SecondListing, 'afterMs'>> {
  const asking = new RequestNumbering(before);
  const pages = yield* asking.pages('skills/list', {}, limits.listPages);
  return { pages, reads: pages.end === 'whole' ? yield* readAgain(asking, files) : [] };
}

/** The resource of a `SKILL.md`: the first that is listed as one, or else the first of a skill. */
function* manifestOf(
  asking: RequestNumbering,
  seen: CheckTranscript,
): RequestPlan<ReadResource | null> {
  const resources = itemsOf(seen.resources, 'resources').flatMap(({ item, from }) => {
    const uri = isRecord(item) ? own(item, 'uri') : undefined;
    return isRecord(item) && typeof uri === 'string' && nameSegment(uri) !== undefined
      ? [{ uri, listed: { item, from } }]
      : [];
  });
  const skill = servedIn(seen).find(
    ({ uri }) => uri !== undefined && nameSegment(uri) !== undefined,
  );
  const found =
    resources[0] ?? (skill?.uri === undefined ? null : { uri: skill.uri, listed: null });
  if (found === null) return null;
  const isRead = (exchange: CheckExchange | null): exchange is CheckExchange =>
    exchange?.params['uri'] === found.uri;
  const read = isRead(seen.main)
    ? seen.main
    : yield* asking.one('resources/read', { uri: found.uri });
  return { ...found, read };
}

function* directoriesOf(
  asking: RequestNumbering,
  seen: CheckTranscript,
  first: FirstFolder | null,
): RequestPlan<Pick<CheckTranscript, 'directory' | 'withFolders'>> {
  const none = { directory: null, withFolders: null };
  if (!directoriesDeclared(seen.capabilities)) return none;
  const place = first ?? placeIn(seen);
  if (place === null) return none;
  const directory =
    'page' in place
      ? {
          uri: place.folder,
          pages: yield* asking.pagesFrom(place.page, directoryPages),
          ofFile: place.ofFile,
        }
      : yield* directoryAt(asking, place.folder, place.file);
  if (hasFolders(directory)) return { directory, withFolders: directory };
  const deep = deepFolder(seen);
  if (deep === undefined) return { directory, withFolders: null };
  if (deep === place.folder) return { directory, withFolders: directory };
  return { directory, withFolders: yield* directoryAt(asking, deep, null) };
}

/** The first SKILL.md listed as a skill, or else as a resource, and its folder. */
function placeIn(
  seen: Pick<CheckTranscript, 'listing' | 'resources'>,
): { readonly folder: string; readonly file: string } | null {
  const uris = servedIn(seen).flatMap(({ uri }) => uri ?? []);
  const ofResources = itemsOf(seen.resources, 'resources').flatMap(({ item }) => {
    const uri = isRecord(item) ? own(item, 'uri') : undefined;
    return typeof uri === 'string' ? [uri] : [];
  });
  const file = [...uris, ...ofResources].find((uri) => nameSegment(uri) !== undefined);
  const folder = file === undefined ? undefined : folderOf(file);
  return folder === undefined || file === undefined ? null : { folder, file };
}

function* directoryAt(
  asking: RequestNumbering,
  uri: string,
  file: string | null,
): RequestPlan<ReadDirectory> {
  const pages = yield* asking.pages('resources/directory/read', { uri }, directoryPages);
  const ofFile =
    file === null ? null : yield* asking.refusal('resources/directory/read', { uri: file });
  return { uri, pages, ofFile };
}

const hasFolders = ({ pages }: ReadDirectory): boolean =>
  itemsOf(pages, 'resources').some(({ item }) => isFolder(item));

/** The folder of the first skill that lists a file in a subfolder. */
function deepFolder(seen: CheckTranscript): string | undefined {
  for (const { uri, resources } of servedIn(seen)) {
    const folder = uri === undefined ? undefined : folderOf(uri);
    if (folder === undefined || resources === undefined || resources === 'dynamic') continue;
    const isDeep = resources.some((file) => {
      const at = own(file, 'uri');
      return (
        typeof at === 'string' &&
        at.startsWith(`${folder}/`) &&
        at.slice(folder.length + 1).includes('/')
      );
    });
    if (isDeep) return folder;
  }
  return undefined;
}

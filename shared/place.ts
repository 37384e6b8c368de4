import { err, ok, type Result } from './result.ts';

/** What the main pane shows. `key` of a refused entry is `refusedKey(entry)`. */
export type PageSelection =
  | { readonly kind: 'home' }
  | { readonly kind: 'add-server'; readonly tab: AddTab }
  | { readonly kind: 'edit-server'; readonly server: string }
  /** `tab` undefined: its skills. */
  | { readonly kind: 'server'; readonly server: string; readonly tab?: ServerTab | undefined }
  | { readonly kind: 'skill'; readonly server: string; readonly uri: string }
  | { readonly kind: 'refused'; readonly server: string; readonly key: string }
  /** The review queue; `at` is the current skill, null = none left. */
  | ({
      readonly kind: 'review';
      readonly at: { readonly server: string; readonly uri: string } | null;
    } & QueueFilter)
  | { readonly kind: 'audit'; readonly server: string | null }
  /** The protocol log; `about` is where the person came from. */
  | {
      readonly kind: 'protocol';
      readonly about: { readonly server: string; readonly uri: string | null } | null;
    }
  | { readonly kind: 'hosts' };

const reviewFilters = ['changed', 'new', 'requested', 'high', 'selected'] as const;
/**
 * Which skills of the review queue are shown. `selected`: those of a decision about several; the
 * selection is held in the window, not in an address.
 */
export type ReviewFilter = (typeof reviewFilters)[number];
export interface QueueFilter {
  readonly filter?: ReviewFilter | undefined;
  readonly server?: string | undefined;
}

const addTabs = ['form', 'paste', 'import', 'folder'] as const;
export type AddTab = (typeof addTabs)[number];

const serverTabs = ['details', 'authors'] as const;
/** Tabs of the server page, beside its skills. */
export type ServerTab = (typeof serverTabs)[number];

const skillTabs = [
  'details',
  'changes',
  'preview',
  'source',
  'mismatch',
  'files',
  'findings',
  'frontmatter',
  'entry',
  'history',
] as const;
/** Tabs of the skill page. */
export type SkillTab = (typeof skillTabs)[number];

/** Where a person can be. `tab` null: the page's default; `file` null: none selected. */
export interface AppLocation {
  readonly selection: PageSelection;
  readonly tab: SkillTab | null;
  /** URI of a file of the skill. */
  readonly file: string | null;
}

/** An address that leads nowhere; it's refused as malformed. */
export const nowhere = 'nowhere';

/** Longer ones name nothing that a server may list. Characters. */
const longestAddress = 200_000;

/**
 * `%u` and four hex digits is a lone surrogate; `%u` alone an empty text. No URI encoder writes it.
 */
const empty = '%u';

function encoded(text: string): string {
  if (text === '') return empty;
  return text
    .split(/(\p{Cs})/u)
    .map((part, index) =>
      index % 2 === 0
        ? encodeURIComponent(part)
        : `${empty}${part.charCodeAt(0).toString(16).toUpperCase()}`,
    )
    .join('');
}

function decoded(part: string): string | null {
  if (part === empty) return '';
  try {
    return part
      .split(/%u(D[89A-F][0-9A-F]{2})/)
      .map((piece, index) =>
        index % 2 === 0
          ? decodeURIComponent(piece)
          : String.fromCharCode(Number.parseInt(piece, 16)),
      )
      .join('');
  } catch {
    return null;
  }
}

/**
 * The address of a place, for after the `#` of the page's own: `/acme/skill/…` within a server,
 * `queue` and similar for app pages, which no label can be mistaken for. ASCII that a browser
 * leaves unchanged and that restores exactly the same place.
 */
export function addressOf({ selection, tab, file }: AppLocation): string {
  const within = (at: { readonly uri: string }) => {
    const rest = file !== null ? [tab ?? '', encoded(file)] : tab !== null ? [tab] : [];
    return [encoded(at.uri), ...rest].join('/');
  };
  switch (selection.kind) {
    case 'home':
      return '/';
    case 'add-server':
      return `add/${selection.tab}`;
    case 'server':
      return `/${[encoded(selection.server), selection.tab ?? []].flat().join('/')}`;
    case 'edit-server':
      return `/${encoded(selection.server)}/edit`;
    case 'skill':
      return `/${encoded(selection.server)}/skill/${within(selection)}`;
    case 'refused':
      return `/${encoded(selection.server)}/refused/${encoded(selection.key)}`;
    case 'review': {
      const { at, filter, server } = selection;
      const which = filter === undefined ? 'queue' : `queue-${filter}`;
      const queue = server === undefined ? which : `${which}@${encoded(server)}`;
      return at === null ? queue : `${queue}/${encoded(at.server)}/${within(at)}`;
    }
    case 'audit':
      return selection.server === null ? 'audit' : `audit/${encoded(selection.server)}`;
    case 'protocol': {
      const { about } = selection;
      if (about === null) return 'protocol';
      return ['protocol', about.server, ...(about.uri === null ? [] : [about.uri])]
        .map((part, at) => (at === 0 ? part : encoded(part)))
        .join('/');
    }
    case 'hosts':
      return 'hosts';
    default:
      return selection satisfies never;
  }
}

const page = (selection: PageSelection): AppLocation => ({ selection, tab: null, file: null });
const isOneOf = <T extends string>(all: readonly T[], text: string): text is T =>
  (all as readonly string[]).includes(text);

/**
 * The place that an address names. Anyone may have written it, such as a web page or an email. It's
 * only parsed here; whether the server exists is unknown.
 */
export function placeAt(address: string): Result<AppLocation, 'malformed'> {
  const place = address.length > longestAddress ? null : read(address.split('/'));
  return place === null ? err('malformed') : ok(place);
}

/** By name, in a map: an object would resolve inherited property names. */
const plainPages: ReadonlyMap<string, PageSelection> = new Map([
  ['hosts', { kind: 'hosts' }],
  // Pages of earlier versions, in bookmarks and links.
  ['asked-for', { kind: 'review', at: null, filter: 'requested' }],
  ['many', { kind: 'review', at: null, filter: 'selected' }],
]);

function read(parts: readonly string[]): AppLocation | null {
  const [first = '', second, ...rest] = parts;
  if (first === '') {
    if (second === undefined || (second === '' && rest.length === 0)) return page({ kind: 'home' });
    const server = nameOf(second);
    return server === null ? null : readServer(server, rest);
  }
  const more = parts.slice(1);
  const plain = plainPages.get(first);
  if (plain !== undefined) return more.length > 0 ? null : page(plain);
  if (first === 'add' && more.length === 1 && isOneOf(addTabs, more[0] ?? ''))
    return page({ kind: 'add-server', tab: more[0] as AddTab });
  if (first === 'audit' && more.length === 0) return page({ kind: 'audit', server: null });
  if (first === 'audit' && more.length === 1) {
    const server = nameOf(more[0]);
    return server === null ? null : page({ kind: 'audit', server });
  }
  if (first === 'protocol') return readProtocol(more);
  const queue = /^queue(?:-([a-z]+))?(?:@(.*))?$/.exec(first);
  if (queue === null) return null;
  const [, filter, label] = queue;
  const of = label === undefined ? undefined : nameOf(label);
  if (of === null || (filter !== undefined && !isOneOf(reviewFilters, filter))) return null;
  const only: QueueFilter = { filter, server: of };
  if (more.length === 0) return page({ kind: 'review', at: null, ...only });
  const server = nameOf(second);
  return server === null
    ? null
    : readSkill(rest, (uri) => ({ kind: 'review', at: { server, uri }, ...only }));
}

function readProtocol([label, uri, ...tooMany]: readonly string[]): AppLocation | null {
  if (label === undefined) return page({ kind: 'protocol', about: null });
  const server = nameOf(label);
  const named = uri === undefined ? null : nameOf(uri);
  if (server === null || tooMany.length > 0 || (uri !== undefined && named === null)) return null;
  return page({ kind: 'protocol', about: { server, uri: named } });
}

function readServer(server: string, rest: readonly string[]): AppLocation | null {
  const [what, ...more] = rest;
  if (what === undefined) return page({ kind: 'server', server });
  if (isOneOf(serverTabs, what) && more.length === 0)
    return page({ kind: 'server', server, tab: what });
  if (what === 'edit' && more.length === 0) return page({ kind: 'edit-server', server });
  if (what === 'skill') return readSkill(more, (uri) => ({ kind: 'skill', server, uri }));
  if (what !== 'refused' || more.length !== 1) return null;
  const key = decoded(more[0] ?? '');
  return key === null ? null : page({ kind: 'refused', server, key });
}

function readSkill(
  parts: readonly string[],
  selectionOf: (uri: string) => PageSelection,
): AppLocation | null {
  const [first, tab = '', last, ...tooMany] = parts;
  const uri = nameOf(first);
  const file = last === undefined ? null : decoded(last);
  if (uri === null || tooMany.length > 0 || (last !== undefined && file === null)) return null;
  if (tab !== '' && !isOneOf(skillTabs, tab)) return null;
  return { selection: selectionOf(uri), tab: tab === '' ? null : tab, file };
}

/**
 * A label or a skill's URI. They contain no line break, which separates them in keys: an address
 * with one could name a skill as if it were another server's.
 */
function nameOf(part: string | undefined): string | null {
  const name = part === undefined || part === '' ? null : decoded(part);
  return name === null || name.includes('\n') ? null : name;
}

import { mostMeant, noMeaning, type ExchangeMeaning } from '../../../shared/model/log.ts';
import type { LogEntry } from '../../core/log/entry.ts';
import { isCut, namesIn, urisIn, type LogStore } from '../../core/log/log-store.ts';
import { isOfThisSession, type SkillState } from '../../core/skill-state/skill.ts';
import type { FileCheck } from '../../../shared/model/verdict.ts';
import { pathInEntry, rootOf } from '../../core/skill-place.ts';
import { visible } from '../../core/text.ts';
import type { DialectRegistry } from '../../core/dialects/dialects.ts';
import { checksRun } from '../../core/verification/before-read.ts';
import { refusedIn, saidOf, voiced } from '../catalogue/advice.ts';
import type { CatalogueServer, CatalogueSkill } from '../catalogue/server.ts';
import type { SkillContext } from '../contexts.ts';
import { canHaveComeIn, greetings, isListing, isListingOf, isOwn, readOf } from './find.ts';
import { listedFile } from '../../core/verification/listed-file.ts';

/** What currently depends on an exchange. */
export function meaningOf(
  { catalogue, dialects }: SkillContext,
  store: LogStore,
  entry: LogEntry,
): ExchangeMeaning {
  const server = catalogue.servers.get(entry.server);
  if (server === undefined || entry.kind !== 'exchange' || entry.direction !== 'sent')
    return noMeaning(null);
  if (entry.byHand) return noMeaning('by-hand');
  if (entry.check) return noMeaning('check');
  if (entry.status === 'waiting') return noMeaning('waiting');
  const empty = noMeaning(null);
  if (greetings.has(entry.method))
    return { ...empty, whole: voiced(server, server.advice, dialects) };
  const files = filesOf(catalogue, server, entry);
  const meant: ExchangeMeaning = {
    ...empty,
    files: files.slice(0, mostMeant),
    more: Math.max(0, files.length - mostMeant),
    later: laterThan(store, entry, files[0]?.file),
  };
  return isListing(entry)
    ? { ...meant, ...entriesOf(store, server, entry, meant, dialects) }
    : meant;
}

/** The files that came with it, each as its skill has it: of an archive, all that are in it. */
function filesOf(
  catalogue: SkillContext['catalogue'],
  server: CatalogueServer,
  entry: LogEntry,
): ExchangeMeaning['files'] {
  const { target } = entry;
  if (target === '' || entry.method === 'resources/directory/read') return [];
  const found: ExchangeMeaning['files'] = [];
  for (const skill of server.skills.values())
    for (const file of namedBy(skill, target)) found.push(fileOf(skill, file));
  if (found.length > 0 || isListing(entry)) return found;
  const nearest = skillOf(catalogue, entry);
  const skill = nearest === null ? undefined : server.skills.get(nearest.uri);
  return skill === undefined ? [] : [fileOf(skill, target)];
}

function namedBy({ held, entry }: CatalogueSkill, target: string): readonly string[] {
  if (entry.archives.some(({ url }) => url === target))
    return [...held.verdicts.keys()].filter((file) => file.startsWith(`${target}#`));
  return checkOf(held, target) === undefined ? [] : [target];
}

/** An exchange of this session says nothing about what matched in an earlier one. */
function checkOf({ verdicts }: SkillState, file: string): FileCheck | undefined {
  const verdict = verdicts.get(file);
  return verdict !== undefined && isOfThisSession(verdict) ? verdict : undefined;
}

function fileOf(skill: CatalogueSkill, file: string): ExchangeMeaning['files'][number] {
  const verdict = checkOf(skill.held, file);
  const path = pathInEntry(skill.entry, file);
  return {
    skill: nameSkill(skill),
    file,
    path: visible(path.ok ? path.value : file, 300),
    verdict: verdict ?? null,
    checks: checksRun(skill.entry, file, verdict),
  };
}

const nameSkill = ({ uri, entry }: CatalogueSkill): { uri: string; name: string } => ({
  uri,
  name: visible(entry.name, 100),
});

/** The entries that came in its answer, those with something wrong first. */
function entriesOf(
  store: LogStore,
  server: CatalogueServer,
  entry: LogEntry,
  { files, later }: ExchangeMeaning,
  dialects: DialectRegistry,
): Pick<ExchangeMeaning, 'refused' | 'skills' | 'whole' | 'more' | 'cut'> {
  const answer = store.textOf(entry.response);
  const uris = answer === null ? new Set<string>() : urisIn(answer);
  const names = answer === null ? new Set<string>() : namesIn(answer);
  const isIn = (uri: string | undefined, name: string | undefined): boolean =>
    uri === undefined ? name !== undefined && names.has(name) : uris.has(uri);
  // What a dialect has from another exchange may be named in this one, too.
  const refused = server.refused.filter(
    ({ uri, name, dialect, index }) =>
      isIn(uri, name) &&
      canHaveComeIn(entry, { uri: uri ?? null, dialect, way: index < 0 ? 'by-uri' : 'listing' }),
  );
  const skills = [...uris]
    .flatMap((uri) => server.skills.get(uri) ?? [])
    .filter(({ uri, entry: { dialect, origin } }) =>
      canHaveComeIn(entry, { uri, dialect, way: origin === 'listed' ? 'either' : 'by-uri' }),
    );
  const ordered = [
    ...skills.filter(({ entry: { problems } }) => problems.length > 0),
    ...skills.filter(({ entry: { problems } }) => problems.length === 0),
  ];
  const over = (count: number): number => Math.max(0, count - mostMeant);
  return {
    refused: refusedIn({ refused: refused.slice(0, mostMeant) }, dialects),
    skills: ordered
      .slice(0, mostMeant)
      .map((skill) => ({ ...nameSkill(skill), problems: saidOf(skill.entry, dialects) })),
    whole:
      later === null && isListingHere(server, entry)
        ? voiced(server, server.listing.problems, dialects)
        : [],
    more: over(files.length) + over(refused.length) + over(skills.length),
    cut: entry.answerBytes !== null && (answer === null || isCut(answer)),
  };
}

/** Whether it is one that tells of skills in a dialect of this server; of one without, in any. */
function isListingHere({ spoken, skills, refused }: CatalogueServer, entry: LogEntry): boolean {
  const dialects = new Set([
    ...spoken.map(({ id }) => id),
    ...[...skills.values()].map((skill) => skill.entry.dialect),
    ...refused.map(({ dialect }) => dialect),
  ]);
  if (dialects.size === 0) return entry.method !== 'skills/get';
  return [...dialects].some((dialect) => isListingOf(entry, dialect));
}

/** The last exchange of the same kind, where that's a different one. */
function laterThan(store: LogStore, entry: LogEntry, file: string | undefined): number | null {
  let last = file === undefined ? null : readOf(store, entry.server, file).row;
  if (file === undefined)
    for (const one of store.entries())
      if (
        one.server === entry.server &&
        one.method === entry.method &&
        one.target === entry.target &&
        isOwn(one)
      )
        last = one.id;
  return last === null || last <= entry.id ? null : last;
}

/**
 * The listed skill whose file the row's URI names, and that file; null where there's no such skill.
 * A server may have skills within skills: the nearest one counts.
 */
export function skillOf(
  catalogue: SkillContext['catalogue'],
  { server: label, target }: Pick<LogEntry, 'server' | 'target'>,
): { readonly uri: string; readonly file: string } | null {
  const server = catalogue.servers.get(label);
  if (server === undefined || target === '') return null;
  if (server.skills.has(target)) return { uri: target, file: target };
  let nearest: { readonly uri: string; readonly depth: number } | null = null;
  for (const { uri, entry } of server.skills.values()) {
    const root = rootOf(entry);
    const depth = root.length;
    const isInside = target.startsWith(`${root}/`) || listedFile(entry, target) !== undefined;
    if (!isInside || (nearest !== null && depth <= nearest.depth)) continue;
    if (pathInEntry(entry, target).ok) nearest = { uri, depth };
  }
  return nearest === null ? null : { uri: nearest.uri, file: target };
}

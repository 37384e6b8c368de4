import { addressesOf, addressKey, type LooseAddress } from './address.ts';
import type { ServedFile, ServedSkill } from './served-skill.ts';

/** What a URI of a host's or of a server's leads to. */
export type UriTarget =
  | { readonly kind: 'file'; readonly skill: ServedSkill; readonly file: ServedFile }
  /** A folder in which files of approved skills are. */
  | { readonly kind: 'folder' }
  | { readonly kind: 'withheld' }
  | { readonly kind: 'other' };

/** What of a server's resources is skills, approved or not, at one moment. A value. */
export interface ServedSkills {
  /** Approved ones, in the order in which they are listed. */
  readonly skills: readonly ServedSkill[];
  /** By the URI that a host knows them by. */
  readonly byUri: ReadonlyMap<string, ServedSkill>;
  /** Of files of approved skills: these bytes may pass under any address. */
  readonly approvedDigests: ReadonlySet<string>;
  /** Of files that only skills have which are not approved: their bytes pass under no name. */
  readonly withheldDigests: ReadonlySet<string>;
  whereabouts(uri: string): UriTarget;
}

export interface KnownSkills {
  readonly approved: readonly ServedSkill[];
  /**
   * `SKILL.md` URIs, or other places, of every skill that is known of, whatever stands about it.
   */
  readonly skills: Iterable<string>;
  /** Digests of the files of those that are not approved. */
  readonly digests: Iterable<string>;
}

/** Sorts URIs; built once for every change of what is known. */
export function shelfOf({ approved, skills, digests }: KnownSkills): ServedSkills {
  const files = new Map<string, { readonly skill: ServedSkill; readonly file: ServedFile }>();
  const folders = new Set<string>();
  const addresses = new Set<string>();
  const approvedDigests = new Set<string>();
  const withheldDigests = new Set(digests);
  for (const skill of approved)
    for (const file of skill.files) {
      const { uri } = file;
      approvedDigests.add(file.digest);
      withheldDigests.delete(file.digest);
      // A nested skill's file is a file of both; the one that lies deeper has its own entry.
      if (!files.has(uri) || skill.uri === uri) files.set(uri, { skill, file });
      for (let at = uri.lastIndexOf('/'); at > 0 && uri[at - 1] !== '/';) {
        folders.add(uri.slice(0, at));
        at = uri.lastIndexOf('/', at - 1);
      }
    }
  for (const uri of skills)
    for (const address of addressesOf(uri)) {
      addresses.add(addressKey(address));
      if (address.segments.at(-1) === 'skill.md')
        addresses.add(addressKey({ segments: address.segments.slice(0, -1) }));
    }
  addresses.delete('');
  const isInSkill = ({ segments }: LooseAddress): boolean => {
    let key = '';
    for (const segment of segments) {
      key = key === '' ? segment : `${key}/${segment}`;
      if (addresses.has(key)) return true;
    }
    return false;
  };
  return {
    skills: approved,
    approvedDigests,
    withheldDigests,
    byUri: new Map(approved.map((skill) => [skill.uri, skill])),
    whereabouts(uri) {
      const file = files.get(uri);
      if (file !== undefined) return { kind: 'file', ...file };
      if (folders.has(uri)) return { kind: 'folder' };
      return addressesOf(uri).some((address) => isAlwaysWithheld(address) || isInSkill(address))
        ? { kind: 'withheld' }
        : { kind: 'other' };
    },
  };
}

/**
 * A policy, not a verdict: what has no scheme, what has one that speaks of skills, what is called
 * `SKILL.md` wherever it lies, and the places where skills are announced to clients of the web.
 */
function isAlwaysWithheld({ scheme, segments }: LooseAddress): boolean {
  if (scheme === '' || scheme.includes('skill')) return true;
  if (segments.at(-1) === 'skill.md') return true;
  const at = segments.indexOf('.well-known');
  return at !== -1 && /^(?:agent-)?skills$/.test(segments[at + 1] ?? '');
}

/** The registry of a package: the same name elsewhere is a different package. */
export type PackageSource = 'npm' | 'pypi' | 'image';

export interface PackageName {
  readonly source: PackageSource;
  readonly name: string;
  /** As written: a version, range, tag or digest; null if absent. */
  readonly version: string | null;
}

/** Splits a package name as its runner does, in lower case. Also accepts a pattern. */
export function packageName(source: PackageSource, word: string): PackageName {
  const named = apart(source, word.trim().toLowerCase());
  return named.version === null
    ? named
    : { ...named, version: plainVersion(source, named.version) };
}

/** Normalizes a version: `v1.0.0` is `1.0.0`, and in Python `1.00.0` is `1`. */
function plainVersion(source: PackageSource, version: string): string {
  if (source === 'image' || !/^[v=]?\d[\d.]*$/.test(version)) return version;
  const digits = version.replace(/^[v=]/, '');
  if (source === 'npm') return digits;
  return digits
    .split('.')
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join('.')
    .replace(/(?:\.0?)+$/, '');
}

function apart(source: PackageSource, text: string): PackageName {
  switch (source) {
    case 'npm':
      return npmPackage(text);
    case 'pypi':
      return pythonPackage(text);
    case 'image':
      return imageName(text);
  }
}

function npmPackage(text: string): PackageName {
  // An alias installs a different package than its name suggests.
  const aliased = /^(?:@?[^@]*@)?npm:(.+)$/s.exec(text)?.[1] ?? text;
  const at = aliased.lastIndexOf('@');
  return at > 0
    ? { source: 'npm', name: aliased.slice(0, at), version: aliased.slice(at + 1) }
    : { source: 'npm', name: aliased, version: null };
}

/** PEP 508 and PEP 503: extras and markers aren't part of the name, and `-`, `_`, `.` are equal. */
function pythonPackage(text: string): PackageName {
  const [, name = text, version = ''] =
    /^([^[\]=<>!~@;\s]+)(?:\[[^\]]*\])?\s*([^;]*)/.exec(text) ?? [];
  const exact = version.trim().replace(/^(?:===?|@)\s*/, '');
  return {
    source: 'pypi',
    name: name.replaceAll(/[-_.]+/g, '-'),
    version: exact === '' ? null : exact,
  };
}

function imageName(text: string): PackageName {
  const [place = '', digest] = text.split('@', 2);
  const colon = place.lastIndexOf(':');
  const isTagged = colon > place.lastIndexOf('/');
  const name = (isTagged ? place.slice(0, colon) : place)
    .replace(/^(?:(?:(?:index|registry-1)\.)?docker\.io|registry\.hub\.docker\.com)\//, '')
    .replace(/^library\//, '');
  return { source: 'image', name, version: digest ?? (isTagged ? place.slice(colon + 1) : null) };
}

/**
 * Whether two versions may be the same: a range, tag or digest can't rule anything out. `denied` is
 * a rule's, without wildcards.
 */
export function mayBeOneVersion(source: PackageSource, denied: string, version: string): boolean {
  if (source === 'image') return !isDigest(denied) !== !isDigest(version) || denied === version;
  const [one, other] = [denied, version].map((text) => /^\d[\d.]*$/.exec(text)?.[0].split('.'));
  if (one === undefined || other === undefined)
    return denied === version || !isExact.test(denied) || !isExact.test(version);
  // In npm `1.2` means every `1.2.x`; in Python it's `1.2.0`, whose zeros were dropped.
  const most = source === 'npm' ? Math.min(one.length, other.length) : Infinity;
  return one.slice(0, most).join('.') === other.slice(0, most).join('.');
}

const isDigest = (version: string): boolean => version.startsWith('sha256:');
/** Names exactly one version, such as `1.2.0-beta.1`. */
const isExact = /^\d+(?:\.\d+)*[-+.\w]*$/;

/** Where a package comes from: the same name elsewhere is another package. */
export type PackageSource = 'npm' | 'pypi' | 'image';

export interface PackageName {
  readonly source: PackageSource;
  readonly name: string;
  /** As it is written: a version, a range, a tag or a digest; null where none is. */
  readonly version: string | null;
}

/** Takes a package's name apart as its runner does, in small letters. Also takes a pattern. */
export function packageName(source: PackageSource, word: string): PackageName {
  const text = word.trim().toLowerCase();
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
  // An alias installs another package than the one it is called after.
  const aliased = /^(?:@?[^@]*@)?npm:(.+)$/s.exec(text)?.[1] ?? text;
  const at = aliased.lastIndexOf('@');
  return at > 0
    ? { source: 'npm', name: aliased.slice(0, at), version: aliased.slice(at + 1) }
    : { source: 'npm', name: aliased, version: null };
}

/** PEP 508 and PEP 503: extras and a marker are no part of the name, and `-`, `_`, `.` are one. */
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

/** Names one version and nothing that could turn out to be another. */
export const isOneVersion = (version: string): boolean =>
  /^(?:v?\d+(?:\.\d+)*(?:[-+.][\w.+-]+)?|sha256:[\da-f]{64})$/.test(version);

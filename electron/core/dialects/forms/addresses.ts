/**
 * Addresses at which servers tell of skills, and where no skill is: whoever looks through a
 * server's resources passes over them.
 */

export const skillIndex = 'skill://index.json';
export const documentsIndex = 'skill://index';

/** An index, or what lies below one. */
export const isIndex = (uri: string): boolean =>
  /^skill:\/\/(?:index|index\.json|prompt-xml)(?:\/|$)/.test(uri);

/** A list of one skill's files. */
export const isFileList = (uri: string): boolean => /\/(?:_manifest|documents)$/.test(uri);

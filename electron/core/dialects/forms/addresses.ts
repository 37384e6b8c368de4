/**
 * Addresses at which servers describe skills but that aren't skills themselves; a scan of the
 * server's resources skips them.
 */

export const skillIndex = 'skill://index.json';
export const documentsIndex = 'skill://index';
/** All skills in one text for a prompt. */
export const promptText = 'skill://prompt-xml';

/** An index, or anything below one. */
export const isIndex = (uri: string): boolean =>
  /^skill:\/\/(?:index|index\.json|prompt-xml)(?:\/|$)/.test(uri);

/** The file list of a single skill. */
export const isFileList = (uri: string): boolean => /\/(?:_manifest|documents)$/.test(uri);

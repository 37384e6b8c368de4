import { listedFiles } from '../../files.ts';
import { setRule } from '../set/skill-set.ts';

/** Addresses outside the server: this machine's own files, or elsewhere. */
const outside = /^(?:file|https?|ftp|data|smb|ssh):/i;
/** The rules that refuse an archive for its links or devices. */
const refused = /^The archive is refused \((?:link-outside|entry-kind)\)/;

/** The site that serves a skill at its own address; null for any other address. */
const webOrigin = (uri: string): string | null =>
  /^https?:\/\/[^/?#\\@\s]+(?=\/)/i.exec(uri)?.[0].toLowerCase() ?? null;

/** F06. */
export const foreignKind = setRule({
  id: 'F06',
  family: 'files',
  severity: 'high',
  title: 'Link, device or address in place of a file',
  why:
    'A link makes one name point to another file, even one of yours. An external address ' +
    'returns whatever it serves that day.',
  confusedWith:
    'Skills served from web addresses of one site are ignored; the archive may be on another ' +
    'host.',
  *look({ entry, held }) {
    const own = webOrigin(entry.uri);
    for (const { uri } of listedFiles(entry))
      if (outside.test(uri) && !uri.includes('#') && (own === null || webOrigin(uri) !== own))
        yield { field: 'resources', excerpt: uri };
    for (const { url, digest } of entry.archives)
      // With a digest, the content can't change.
      if (/^(?:file|ftp|smb|ssh|http):/i.test(url) || (outside.test(url) && digest === undefined))
        yield { field: 'archives', excerpt: url };
    for (const { problem } of held.mismatches.values())
      if (problem.rule === 'archive-refused' && refused.test(problem.message))
        yield { field: 'archives', excerpt: problem.message };
    // Links inside an archive are shown and never followed.
    for (const { rule, message } of held.notes)
      if (rule === 'archive-contents' && message.includes(' → '))
        yield { field: 'archives', excerpt: message, severity: 'medium' };
  },
});

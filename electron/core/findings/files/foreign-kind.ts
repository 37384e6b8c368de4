import { listedFiles } from '../../files.ts';
import { setRule } from '../set/skill-set.ts';

/** Addresses that lead out of what a server serves: to this machine's own files, or elsewhere. */
const outside = /^(?:file|https?|ftp|data|smb|ssh):/i;
/** What an archive was refused for. */
const refused = /^The archive is refused \((?:link-outside|entry-kind)\)/;

/** Of a site that serves skills at its own addresses; null of any other address. */
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
      // With a digest it cannot give another thing tomorrow.
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

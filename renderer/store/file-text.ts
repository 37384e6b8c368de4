import { useApp } from './context.ts';
import { skillKey } from './state.ts';
import { useReading } from './readings.ts';
import { fileWords, unread, type FileWords } from '../../shared/model/file-label.ts';
import type { FileEntry } from '../../shared/model/skill.ts';
import type { FailedCheck, FileCheck } from '../../shared/model/verdict.ts';

/**
 * The status word for a file everywhere on the page. Of a listed file only the main process's check
 * counts: what this page read before the server listed another size or frontmatter proves nothing.
 * A failed load isn't stored there, so the page's own one fills in.
 */
export function useFileWords(server: string, uri: string, file: FileEntry): FileWords {
  const detail = useApp((app) => app.details.get(skillKey(server, uri))?.detail);
  const held = detail?.verdicts[file.uri];
  const { reading } = useReading(server, uri, file);
  if (held !== undefined) return fileWords(held);
  if (reading?.status === 'error') return unread('the request failed');
  const isListed = detail?.files.some((one) => one.uri === file.uri) === true;
  return fileWords(reading?.status === 'read' && !isListed ? reading.view.verdict : undefined);
}

/** Something was received, but not what was expected. */
export const cameOtherwise = (verdict: FileCheck | null | undefined): verdict is FailedCheck =>
  verdict?.status === 'failed' && ['size', 'digest', 'frontmatter'].includes(verdict.check);

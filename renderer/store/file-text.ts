import { useApp } from './context.ts';
import { skillKey } from './state.ts';
import { useReading } from './readings.ts';
import { fileWords, unread, type FileWords } from '../../shared/model/file-label.ts';
import type { FileEntry } from '../../shared/model/skill.ts';

/**
 * The status word for a file everywhere on the page. The main process's check counts first; a
 * failed load isn't stored there, so the page's own one fills in.
 */
export function useFileWords(server: string, uri: string, file: FileEntry): FileWords {
  const held = useApp((app) => app.details.get(skillKey(server, uri))?.detail?.verdicts[file.uri]);
  const { reading } = useReading(server, uri, file);
  if (held !== undefined) return fileWords(held);
  if (reading?.status === 'error') return unread('the request failed');
  return fileWords(reading?.status === 'read' ? reading.view.verdict : undefined);
}

import { useApp } from './context.ts';
import { skillKey } from './state.ts';
import { useReading } from './readings.ts';
import { fileWords, unread, type FileWords } from '../../shared/model/file-label.ts';
import type { FileEntry } from '../../shared/model/skill.ts';

/**
 * The word for a file wherever the page names it. What the main side holds counts first; a read that
 * gave nothing is not held, so the page's own one says it where nothing else is known.
 */
export function useFileWords(server: string, uri: string, file: FileEntry): FileWords {
  const held = useApp((app) => app.details.get(skillKey(server, uri))?.detail?.verdicts[file.uri]);
  const { reading } = useReading(server, uri, file);
  if (held !== undefined) return fileWords(held);
  if (reading?.status === 'error') return unread('the request failed');
  return fileWords(reading?.status === 'read' ? reading.view.verdict : undefined);
}

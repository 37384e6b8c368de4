import { limits } from '../../limits.ts';
import { readArchive } from '../read-archive.ts';
import type { ArchiveContents, ArchiveRefusal } from '../archive.ts';

const plenty = { bytes: limits.serverBytes };
const hint = { url: 'skill://refunds/archive' };

/** The rule that an archive breaks, or `accepted`. */
export async function ruleOf(
  bytes: Uint8Array,
  budget = plenty,
): Promise<ArchiveRefusal['rule'] | 'accepted'> {
  const read = await readArchive(bytes, hint, budget);
  return read.ok ? 'accepted' : read.error.rule;
}

export async function refusalOf(bytes: Uint8Array, budget = plenty): Promise<ArchiveRefusal> {
  const read = await readArchive(bytes, hint, budget);
  if (read.ok) throw new Error('the archive was accepted');
  return read.error;
}

export async function contentsOf(
  bytes: Uint8Array,
  named: { mimeType?: string; url: string } = hint,
): Promise<ArchiveContents> {
  const read = await readArchive(bytes, named, plenty);
  if (!read.ok)
    throw new Error(
      `${read.error.rule}: ${read.error.message} ${read.error.entry ?? ''} ${read.error.actual ?? ''}`,
    );
  return read.value;
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../core/json.ts';
import { readBounded } from '../disk/bounded-read.ts';

const mostBytes = 16 * 1024 * 1024;

/**
 * Why an administrator's settings in a folder, one file or several, keep an app from using a
 * person's own permission rules; null if they don't. Settings that can't be read may do so.
 */
export async function managedProblem(name: string, folder: string): Promise<string | null> {
  const more = join(folder, 'managed-settings.d');
  const names = (await readdir(more).catch(() => [])).filter((file) => file.endsWith('.json'));
  for (const path of [
    join(folder, 'managed-settings.json'),
    ...names.toSorted().map((file) => join(more, file)),
  ]) {
    const file = await readBounded(path, mostBytes, { own: false });
    if (!file.ok && file.error.reason === 'missing') continue;
    const settings = file.ok ? recordOf(file.value.bytes) : null;
    if (settings === null) return `your administrator’s settings in ${path} can’t be read`;
    if (settings['allowManagedPermissionRulesOnly'] === true)
      return `${name} ignores your own rules, because an administrator allows only those in ${path}`;
  }
  return null;
}

function recordOf(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

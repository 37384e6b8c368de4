import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../core/json.ts';
import { readJson } from '../disk/bounded-read.ts';

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
    const settings = await readJson(path, mostBytes, { missing: {}, take, own: false });
    if (!settings.ok) return `your administrator’s settings in ${path} can’t be read`;
    if (settings.value['allowManagedPermissionRulesOnly'] === true)
      return `${name} ignores your own rules, because an administrator allows only those in ${path}`;
  }
  return null;
}

const take = (json: unknown): Record<string, unknown> | null => (isRecord(json) ? json : null);

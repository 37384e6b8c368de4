import { join } from 'node:path';
import { defaultSettings } from '../../shared/model/plain.ts';
import type { AppSettings } from '../../shared/model/settings.ts';
import { err, ok } from '../../shared/result.ts';
import { parsedJson } from '../core/json-text.ts';
import { isRecord } from '../core/json.ts';
import type { SettingsStore } from '../engine/ports/machine.ts';
import { readJson } from './disk/bounded-read.ts';
import { rewriteFile } from './disk/json-file.ts';

const mostBytes = 64 * 1024;

/**
 * Settings in `settings.json`: comfort, not decisions, so that whatever is not understood is the
 * default.
 */
export function openSettings(folder: string): SettingsStore {
  const path = join(folder, 'settings.json');
  return {
    async load() {
      const stored = await readObject(path);
      if (Object.keys(stored).length === 0) return { ...defaultSettings };
      const { settingsSchema } = await import('../../shared/model/settings.ts');
      const fields = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
        const value = schema.safeParse(stored[name]);
        return value.success ? [[name, value.data] as const] : [];
      });
      return { ...defaultSettings, ...(Object.fromEntries(fields) as Partial<AppSettings>) };
    },
    async save(settings) {
      // Keep the file's place of the second copy: `setMirror` of another process may just have set
      // it.
      const { mirror: _, ...own } = settings;
      const written = await rewriteFile(path, async () =>
        ok(`${JSON.stringify({ ...(await readObject(path)), ...own }, null, 2)}\n`),
      );
      return written.ok ? ok(undefined) : err('unwritable');
    },
  };
}

/** The object in a small JSON file; an empty one when there is none that can be read. */
export async function readObject(path: string): Promise<Readonly<Record<string, unknown>>> {
  const take = (json: unknown): Record<string, unknown> | null => (isRecord(json) ? json : null);
  const read = await readJson(path, mostBytes, { missing: {}, take, parse: parsedJson });
  return read.ok ? read.value : {};
}

import { join } from 'node:path';
import { z } from 'zod';
import { ok } from '../../shared/result.ts';
import { rewriteFile } from './disk/json-file.ts';
import { readObject } from './settings.ts';

/** In screen pixels; whether they are on a screen is for the shell to check. */
const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(200).max(20_000),
  height: z.number().int().min(200).max(20_000),
  maximized: z.boolean().default(false),
});
export type WindowBounds = z.infer<typeof boundsSchema>;

/** Where the window was, or null when that is not known. */
export async function loadWindowBounds(folder: string): Promise<WindowBounds | null> {
  const bounds = boundsSchema.safeParse(await readObject(join(folder, 'window.json')));
  return bounds.success ? bounds.data : null;
}

/** Remembers where the window is. A failure is of no consequence and is not told. */
export async function saveWindowBounds(folder: string, bounds: WindowBounds): Promise<void> {
  await rewriteFile(join(folder, 'window.json'), async () => ok(`${JSON.stringify(bounds)}\n`));
}

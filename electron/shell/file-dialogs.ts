import type { BrowserWindow, Dialog } from 'electron';
import { err, ok, type Result } from '../../shared/result.ts';

/** What the app exports. Anything else is text, too, and gets no ending that a system would run. */
const endings = new Set(['json', 'jsonl', 'ndjson', 'har', 'md', 'csv', 'txt']);
const longest = 80;

/**
 * A proposed file name without anything that means more than a name. A server wrote the skill's
 * name that it is made of: no folder, no hidden file, no ending but the known ones.
 */
export function proposedName(name: string): string {
  const plain = name.replaceAll(/[^\w.-]+/g, '-').replace(/^[.-]+/, '');
  const at = plain.lastIndexOf('.');
  const ending = plain.slice(at + 1).toLowerCase();
  const known = at > 0 && endings.has(ending);
  const stem = (known ? plain.slice(0, at) : plain).slice(0, longest).replace(/[.-]+$/, '');
  return `${stem === '' ? 'skillgate' : stem}.${known ? ending : 'txt'}`;
}

/**
 * Asks the person where to, and writes it there. `write` replaces the file whole or leaves it as
 * it was. Gives false when they chose no place; the error is one line for people.
 */
export async function saveFile(
  name: string,
  text: string,
  window: BrowserWindow | null,
  dialog: Pick<Dialog, 'showSaveDialog'>,
  write: (path: string, bytes: Uint8Array) => Promise<unknown>,
): Promise<Result<boolean, string>> {
  const options = {
    title: 'Save',
    defaultPath: proposedName(name),
    properties: ['showOverwriteConfirmation' as const, 'createDirectory' as const],
  };
  const { canceled, filePath } =
    window === null
      ? await dialog.showSaveDialog(options)
      : await dialog.showSaveDialog(window, options);
  if (canceled || filePath === undefined || filePath === '') return ok(false);
  try {
    await write(filePath, new TextEncoder().encode(text));
    return ok(true);
  } catch (error) {
    // The path stays here: the page doesn't learn where the person keeps files.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return err(`Couldn’t write the file (${code}).`);
  }
}

/** Asks the person for a folder; null when they chose none. */
export async function chooseFolder(
  window: BrowserWindow | null,
  dialog: Pick<Dialog, 'showOpenDialog'>,
): Promise<string | null> {
  const options = { title: 'Add a folder', properties: ['openDirectory' as const] };
  const { canceled, filePaths } =
    window === null
      ? await dialog.showOpenDialog(options)
      : await dialog.showOpenDialog(window, options);
  return canceled ? null : (filePaths[0] ?? null);
}

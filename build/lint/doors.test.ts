import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../product.ts';
import { doors, entered, isOfTests, judgeDoor, mostEntered } from './doors.mjs';

describe('the doors of a folder', () => {
  it.each([
    [
      'electron/engine/listing/list.ts',
      '../link/calls.ts',
      'enter electron/engine/link by index.ts',
    ],
    ['electron/core/text.ts', './archive/zip.ts', /^enter electron\/core\/archive by /],
    ['electron/compose.ts', './inspection/worker.ts', /^enter electron\/inspection by /],
  ])('refuse %s importing %s', (from, specifier, message: string | RegExp) => {
    expect(judgeDoor(from, specifier)).toMatch(message);
  });

  it.each([
    ['electron/engine/listing/list.ts', '../link/index.ts'],
    ['electron/engine/link/link.ts', './calls.ts'],
    ['electron/engine/listing/list.test.ts', '../link/calls.ts'],
    ['electron/core/text.ts', 'node:fs'],
  ])('let %s import %s', (from, specifier) => {
    expect(judgeDoor(from, specifier)).toBeNull();
  });

  it('are there', () => {
    const lost = Object.entries(doors).flatMap(([folder, files]) =>
      files.map((file) => `${folder}/${file}`).filter((path) => !existsSync(join(root, path))),
    );
    expect(lost).toEqual([]);
  });

  it('get fewer: no folder is entered by more files than before', () => {
    const files = ['electron', 'renderer', 'shared'].flatMap((top) =>
      readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
        .map((path) => posix.join(top, path.replaceAll('\\', '/')))
        .filter((path) => /\.tsx?$/.test(path) && !isOfTests(path)),
    );
    const known = new Set(files);
    const by = new Map<string, Set<string>>();
    for (const from of files)
      for (const [, specifier = ''] of readFileSync(join(root, from), 'utf8').matchAll(
        /(?:from|import)\s*\(?\s*'(\.[^']+)'/g,
      )) {
        const target = posix.join(posix.dirname(from), specifier);
        if (!known.has(target)) continue;
        for (const folder of entered(from, target))
          by.set(folder, (by.get(folder) ?? new Set()).add(target));
      }
    const more = Object.entries(mostEntered).flatMap(([folder, most]) => {
      const now = by.get(folder)?.size ?? 0;
      return now === most ? [] : [`${folder}: ${String(now)}, ${String(most)} before`];
    });
    expect(more, 'correct mostEntered: fewer is better, and more needs a reason').toEqual([]);
  });
});

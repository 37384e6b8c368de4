import { typeOf } from './file-content.ts';
import type { Json } from './message.ts';
import type { Shelf } from './shelf.ts';

/**
 * The direct children of a folder in which approved files are, from the records alone; null where
 * there is none. What the server has there besides is not told ("Directory Reads and the Held
 * Entry").
 */
export function childrenOf(uri: string, { skills }: Shelf): readonly Json[] | null {
  const inside = `${uri}/`;
  const children = new Map<string, Json>();
  for (const { files } of skills)
    for (const file of files) {
      if (!file.uri.startsWith(inside)) continue;
      const [name = '', ...deeper] = file.uri.slice(inside.length).split('/');
      if (name === '') continue;
      const child = inside + name;
      if (deeper.length > 0) children.set(name, { uri: child, name, mimeType: 'inode/directory' });
      else children.set(name, { uri: child, name, mimeType: typeOf(child) ?? 'text/plain' });
    }
  return children.size === 0 ? null : [...children.values()];
}

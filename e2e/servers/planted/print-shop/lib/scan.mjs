import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { frontmatter } from './frontmatter.mjs';

/**
 * Every folder below `root` that has a SKILL.md, as
 * `{ path, frontmatter, files: Map<relative path, Buffer> }`, sorted by path.
 *
 * What begins with an underscore is not ours to serve: `_archive` has what we used before,
 * `_drafts` what is not finished. Hidden files are left out, too.
 */
export function scan(root) {
  const found = [];
  const visit = (path) => {
    const entries = readdirSync(join(root, path), { withFileTypes: true });
    if (path !== '' && entries.some((entry) => entry.isFile() && entry.name === 'SKILL.md')) {
      found.push(skillAt(root, path));
      return;
    }
    for (const entry of entries) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory() && !isAside(inside)) visit(inside);
    }
  };
  visit('');
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether any folder on the way there is put aside. */
function isAside(path) {
  return path.split('/').some((name) => name.startsWith('_') || name.startsWith('.'));
}

function skillAt(root, path) {
  const files = new Map(filesBelow(join(root, path), ''));
  const text = files.get('SKILL.md').toString('utf8');
  return { path, frontmatter: frontmatter(text), files };
}

function filesBelow(folder, inside) {
  return readdirSync(join(folder, inside), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.name.startsWith('.')) return [];
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) return filesBelow(folder, path);
      return entry.isFile() ? [[path, readFileSync(join(folder, path))]] : [];
    });
}

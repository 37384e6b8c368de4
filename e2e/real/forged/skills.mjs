import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

/**
 * The skills below a folder, as every server here finds them on its disk: `{name, description,
 * frontmatter, text, files}`, where `files` are bytes by path.
 */
export function skillsIn(folder) {
  const names = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  return names
    .filter((name) => basename(name) === 'SKILL.md')
    .sort()
    .map((main) => skillAt(join(folder, main, '..')));
}

function skillAt(folder) {
  const files = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(folder.length + 1).replaceAll('\\', '/')] = readFileSync(path);
  }
  const text = files['SKILL.md'].toString('utf8');
  // The skills of these tests say one thing a line, so that no reader of YAML stands in between.
  const block = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? '';
  const frontmatter = Object.fromEntries(block.split('\n').map((line) => line.split(': ', 2)));
  const { name = basename(folder), description } = frontmatter;
  return { name, description, frontmatter, text, body: text.slice(block.length + 9), files };
}

export const digestOf = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
export const others = (skill) => Object.keys(skill.files).filter((path) => path !== 'SKILL.md');

const textTypes = {
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.sh': 'text/x-shellscript',
  '.py': 'text/x-python',
};
export const typeOf = (path) => textTypes[extname(path)] ?? 'application/octet-stream';

/** One element of `contents`: text where the type says so, else base64. */
export const contentOf = (uri, path, bytes) => ({
  uri,
  mimeType: typeOf(path),
  ...(typeOf(path).startsWith('text/')
    ? { text: bytes.toString('utf8') }
    : { blob: bytes.toString('base64') }),
});

/** The final extension's entry of a skill at `skill://PREFIX/NAME/`. */
export const entryOf = (skill, root = `skill://${skill.name}`) => ({
  uri: `${root}/SKILL.md`,
  frontmatter: skill.frontmatter,
  resources: Object.entries(skill.files).map(([path, bytes]) => ({
    uri: `${root}/${path}`,
    digest: digestOf(bytes),
    size: bytes.length,
  })),
});

/** `[skill, path, bytes]` of `skill://NAME/PATH`, or nothing. */
export function fileAt(skills, uri, scheme = 'skill://') {
  const [name, ...rest] = uri.slice(scheme.length).split('/');
  const path = decodeURI(rest.join('/'));
  const skill = skills.find((one) => one.name === name);
  return uri.startsWith(scheme) && skill !== undefined && Object.hasOwn(skill.files, path)
    ? [skill, path, skill.files[path]]
    : undefined;
}

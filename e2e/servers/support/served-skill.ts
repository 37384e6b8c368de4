import { createHash } from 'node:crypto';
import { parse } from 'yaml';

/**
 * One skill as a test server holds it: its files, and what the entry says when that differs from
 * the truth.
 */
export interface ServedSkill {
  /** Everything between `skill://` and `/SKILL.md`. */
  readonly path: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly dynamic?: boolean;
  /** Served and answered by `skills/get`, but not in `skills/list`. */
  readonly unlisted?: boolean;
  /** Replaces fields of the entry as it goes over the wire; anything may stand here. */
  readonly entry?: Readonly<Record<string, unknown>>;
  /** Served by `resources/read` and directory listings, but not in the entry. */
  readonly extraFiles?: Readonly<Record<string, string>>;
}

export interface FileEntry {
  readonly uri: string;
  readonly digest: string;
  readonly size: number;
}

export const bytesOf = (content: string | Uint8Array): Buffer => Buffer.from(content as string);
export const uriOf = (skill: ServedSkill, file = 'SKILL.md'): string =>
  `skill://${skill.path}/${file}`;

export function fileEntry(uri: string, content: string | Uint8Array): FileEntry {
  const bytes = bytesOf(content);
  return {
    uri,
    digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    size: bytes.length,
  };
}

/** A SKILL.md with the least frontmatter that the format asks for. */
export function skillMd(
  name: string,
  description: string,
  body = `# ${name}\n\nDo the thing.\n`,
  more = '',
): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n${more}---\n\n${body}`;
}

export function frontmatterOf(text: string): Record<string, unknown> {
  const block = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  return parse(block) as Record<string, unknown>;
}

/** The entry of `skills/list` and `skills/get`. */
export function entryOf(skill: ServedSkill): Record<string, unknown> {
  const main = skill.files['SKILL.md'];
  return {
    uri: uriOf(skill),
    ...(main === undefined || skill.entry?.['frontmatter'] !== undefined
      ? {}
      : { frontmatter: frontmatterOf(bytesOf(main).toString('utf8')) }),
    resources:
      skill.dynamic === true
        ? 'dynamic'
        : Object.entries(skill.files).map(([path, content]) =>
            fileEntry(uriOf(skill, path), content),
          ),
    ...skill.entry,
  };
}

const mimeTypes: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  py: 'text/x-python',
  sh: 'text/x-shellscript',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  txt: 'text/plain',
};

/** One element of `resources/read`'s `contents`. */
export function contentOf(uri: string, content: string | Uint8Array): Record<string, unknown> {
  const mimeType = mimeTypes[uri.slice(uri.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return typeof content === 'string'
    ? { uri, mimeType, text: content }
    : { uri, mimeType, blob: Buffer.from(content).toString('base64') };
}

/** The file at a URI, also one that the entry does not list. */
export function fileAt(
  skills: readonly ServedSkill[],
  uri: string,
): string | Uint8Array | undefined {
  for (const skill of skills) {
    const root = `skill://${skill.path}/`;
    if (!uri.startsWith(root)) continue;
    const path = uri.slice(root.length);
    const found = Object.hasOwn(skill.files, path) ? skill.files[path] : skill.extraFiles?.[path];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The direct children of a directory resource, or undefined when it is none. */
export function childrenOf(
  skills: readonly ServedSkill[],
  uri: string,
): Record<string, unknown>[] | undefined {
  const root = `${uri}/`;
  const children = new Map<string, Record<string, unknown>>();
  for (const skill of skills) {
    for (const path of [...Object.keys(skill.files), ...Object.keys(skill.extraFiles ?? {})]) {
      const file = uriOf(skill, path);
      if (!file.startsWith(root)) continue;
      const [name = '', ...deeper] = file.slice(root.length).split('/');
      if (deeper.length > 0)
        children.set(name, { uri: root + name, name, mimeType: 'inode/directory' });
      else children.set(name, { uri: file, name, mimeType: contentOf(file, '')['mimeType'] });
    }
  }
  return children.size === 0 ? undefined : [...children.values()];
}

/** `count` ordinary skills of four files each, always the same for the same count. */
export function ordinarySkills(count: number): ServedSkill[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `skill-${index}`;
    return {
      path: name,
      files: {
        'SKILL.md': skillMd(
          name,
          `Ordinary skill number ${index}`,
          `# Skill ${index}\n\nRead [the guide](references/guide.md).\n\n${'Text. '.repeat(250)}\n`,
        ),
        'references/guide.md': `# Guide ${index}\n\n${'More text. '.repeat(180)}\n`,
        'scripts/run.py': `print(${index})\n${'# comment\n'.repeat(100)}`,
        'notes.txt': `${'note '.repeat(100)}${index}\n`,
      },
    };
  });
}

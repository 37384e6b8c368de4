import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { judgePhrases } from './lint/phrases.mjs';
import { root } from './product.ts';

const folders = ['docs', 'build/decisions'];
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...folders.flatMap((folder) => readdirSync(root + folder).map((name) => `${folder}/${name}`)),
].filter((name) => name.endsWith('.md'));
const text = (path: string): string => readFileSync(root + path, 'utf8');
const manifest = JSON.parse(text('package.json')) as {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: unknown;
};

/** As the usual renderers name headings. */
const anchors = (document: string): readonly string[] =>
  [...text(document).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const links = documents.flatMap((document) =>
  [...text(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => [document, to] as const),
);

describe('the documents', () => {
  it.each(links.filter(([, to]) => !/^[a-z]+:/.test(to)))('%s leads to %s', (document, to) => {
    const [path = '', anchor] = to.split('#');
    const target = path === '' ? document : normalize(join(dirname(document), path));
    expect(existsSync(root + target), target).toBe(true);
    if (anchor !== undefined) expect(anchors(target)).toContain(anchor);
  });

  it.each(documents)('%s names only existing scripts and files', (document) => {
    const said = text(document);
    for (const [, script = ''] of said.matchAll(/npm run (?:-s )?([a-z][a-z0-9:]*)/g))
      expect(Object.keys(manifest.scripts)).toContain(script);
    for (const [, path = ''] of said.matchAll(
      /`((?:electron|renderer|shared|e2e|build|docs)\/[\w./-]+)`/g,
    ))
      expect(existsSync(root + path), `${document} names ${path}`).toBe(true);
  });

  // The document that names the retired words.
  const prose = documents.filter((name) => name !== 'build/decisions/vocabulary.md');
  it.each(prose)('%s has no phrase that a reader stumbles over', (document) => {
    const lines = text(document).replace(/^```[\s\S]*?^```|`[^`]*`/gm, '');
    const found = lines.split('\n').flatMap((line) => judgePhrases(line) ?? []);
    expect(found).toEqual([]);
  });

  it('are all reachable from README', () => {
    const found = new Set(['README.md']);
    for (let before = 0; before < found.size;) {
      before = found.size;
      for (const [document, to] of links)
        if (found.has(document) && !/^[a-z]+:/.test(to))
          found.add(normalize(join(dirname(document), to.replace(/#.*/, ''))));
    }
    const lost = documents.filter((name) => !found.has(name) && !found.has(dirname(name)));
    expect(lost).toEqual([]);
  });
});

describe('our names in other people’s files', () => {
  const domain = 'skillgate.dev';
  const reversed = domain.split('.').toReversed().join('.');

  it('are of one domain', () => {
    const { appId } = parse(text('build/electron-builder.yml')) as { appId: string };
    const { $id } = JSON.parse(text('shared/host/approvals.schema.json')) as { $id: string };
    expect(appId).toBe(`${reversed}.app`);
    expect($id).toMatch(new RegExp(`^tag:${domain.replace('.', '\\.')},[0-9]{4}:approvals-2$`));
    for (const name of readdirSync(`${root}schemas`)) {
      const own = JSON.parse(text(`schemas/${name}`)) as { $id: string };
      expect(own.$id).toBe(`tag:${domain},2026:json:${name.replace('.schema.json', '')}`);
    }
    expect(text('build/decisions/names.md')).toContain(`**\`${reversed}\`**`);
  });

  it('are the two packages of the note, without further ones', () => {
    const host = JSON.parse(text('build/host-package/package.json')) as typeof manifest;
    for (const { name, dependencies } of [manifest, host]) {
      expect(text('build/decisions/names.md')).toContain(`\`${name}\``);
      expect(dependencies).toBeUndefined();
    }
  });
});

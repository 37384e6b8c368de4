import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../build/product.ts';
import { expect, test } from '../fixtures/app.ts';

/** A folder with the program installed as by npm, without a registry. */
let project: string;
let program: string;
test.beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'skillgate-npm-'));
  const npm = (cwd: string, ...words: string[]): string =>
    execFileSync('npm', words, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
  const [made] = JSON.parse(
    npm(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', project),
  ) as [{ readonly filename: string }];
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  npm(
    project,
    ...['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'],
    join(project, made.filename),
  );
  program = join(project, 'node_modules/skillgate');
});
test.afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Every file of the package, relative to it. */
const files = (): string[] =>
  (readdirSync(program, { recursive: true }) as string[])
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(program, name)).isFile());

/** What a script's imports load before any request, and the script itself. */
function loadedBy(path: string, seen: Set<string> = new Set()): ReadonlySet<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  for (const [, from = ''] of text.matchAll(/(?:\bfrom|^import|;import)\s*"(\.[^"]+)"/gm))
    loadedBy(join(dirname(path), from), seen);
  return seen;
}
/** A built script's sources, from its source map. */
const sourcesOf = (path: string): readonly string[] =>
  (JSON.parse(readFileSync(`${path}.map`, 'utf8')) as { sources: string[] }).sources;
const chunks = (name: RegExp): string[] =>
  readdirSync(`${root}dist/chunks`)
    .filter((one) => name.test(one))
    .map((one) => join(root, 'dist/chunks', one));

test.describe('the program as npm installs it', () => {
  test('installs no other package but the optional one, and runs without it', () => {
    // npm omits it if its cache lacks it, which isn't an error.
    const brought = readdirSync(join(project, 'node_modules')).filter(
      (name) => !name.startsWith('.') && name !== '@napi-rs',
    );
    expect(brought).toEqual(['skillgate']);
    rmSync(join(project, 'node_modules/@napi-rs'), { recursive: true, force: true });
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(program, 'dist/cli.js'), 'servers', 'list', '--json'],
      { encoding: 'utf8', env: { ...process.env, SKILLGATE_HOME: join(project, 'data') } },
    );
    expect([status, JSON.parse(stdout)]).toEqual([0, { servers: [] }]);
  });

  test('has its license and notices, and no source map or test', () => {
    const names = files();
    expect(names).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist/cli.js']));
    expect(names.filter((name) => /\.map$|\.test\.|^dist\/host\//.test(name))).toEqual([]);
    const notices = readFileSync(join(program, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    for (const name of ['zod', 'react', 'monaco-editor', '@modelcontextprotocol/client', 'yaml'])
      expect(notices).toMatch(new RegExp(`^${name} [0-9]+\\.`, 'm'));
  });

  test('has each command’s output schema, and prints the same one', () => {
    const { stdout } = spawnSync(
      process.execPath,
      [join(program, 'dist/cli.js'), 'schema', 'list', '--json'],
      { encoding: 'utf8' },
    );
    const find = createRequire(join(project, 'package.json'));
    const shipped = readFileSync(find.resolve('skillgate/schemas/list.schema.json'), 'utf8');
    expect(JSON.parse(stdout)).toEqual(JSON.parse(shipped));
    expect(files().filter((name) => name.startsWith('dist/schemas/'))).toHaveLength(
      readdirSync(join(root, 'schemas')).length,
    );
  });

  // 2 MB of it are the window's own files, because npm always includes what `main` names. 0.1 MB is the Markdown parser
  // of `lint`, which the worker has in its own file as well; another 0.1 MB is Unicode's table of look-alikes, which the
  // page has as well; 0.05 MB keeps apps' own rules in step with decisions; 0.2 MB is rules in eleven languages.
  test('is under 9 MB on the disk', () => {
    const bytes = files().reduce((sum, name) => sum + statSync(join(program, name)).size, 0);
    console.log(`skillgate: ${bytes} bytes in ${files().length} files`);
    expect(bytes).toBeLessThan(9_000_000);
  });
});

test.describe('what a command loads', () => {
  test('is one file besides the program itself, for check --resources', () => {
    const others = [...loadedBy(`${root}dist/cli.js`)]
      .map((path) => path.slice(`${root}dist/`.length))
      // The bundler's own few lines aside.
      .filter((name) => !/^chunks\/rolldown-runtime-[\w-]+\.js$/.test(name));
    expect(others).toHaveLength(2);
    expect(others[1]).toMatch(/^chunks\/first-/);
  });

  test('includes no large library before the first process starts', () => {
    const sources = ['core', 'list', 'connector', 'targets']
      .flatMap((name) => chunks(new RegExp(`^${name}-.*\\.js$`)))
      .flatMap((path) => [...loadedBy(path)])
      // The bundler's own few lines have no source.
      .filter((path) => !path.includes('rolldown-runtime-'))
      .flatMap(sourcesOf);
    const libraries = sources.filter((source) => /\/node_modules\//.test(source));
    expect(sources.length).toBeGreaterThan(100);
    const large = /node_modules\/(zod|@modelcontextprotocol|yaml|smol-toml)\//;
    expect(libraries.filter((source) => large.test(source))).toEqual([]);
  });

  test('includes no schema before the window can ask its first question', () => {
    const path = `${root}dist/preload.cjs`;
    expect(sourcesOf(path).filter((source) => /node_modules/.test(source))).toEqual([]);
    expect(statSync(path).size).toBeLessThan(4_000);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { approvalsText, vectors } from '../../shared/host/testing/vectors.ts';
import { root } from '../../build/product.ts';
import { expect, test } from '../fixtures/app.ts';

/** Someone else's project with the package installed by npm. */
let project: string;
/** The package inside it. */
let library: string;
let packed: { readonly unpackedSize: number; readonly files: readonly { readonly path: string }[] };

const npm = (cwd: string, ...words: string[]): string =>
  execFileSync('npm', words, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
const node = (...words: string[]): string =>
  execFileSync(process.execPath, words, { cwd: project, encoding: 'utf8' });
const write = (name: string, text: string): void => writeFileSync(join(project, name), text);

test.beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'skillgate-package-'));
  const [made] = JSON.parse(
    npm(`${root}dist/host`, 'pack', '--json', '--pack-destination', project),
  ) as [typeof packed & { readonly filename: string }];
  packed = made;
  write('package.json', '{"private":true,"type":"module"}');
  npm(
    project,
    ...['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'],
    join(project, made.filename),
  );
  library = join(project, 'node_modules/skillgate-host');
  mkdirSync(join(project, 'data'), { mode: 0o700 });
  writeFileSync(join(project, 'data/approvals.json'), approvalsText('approved'), { mode: 0o600 });
});
test.afterAll(() => rmSync(project, { recursive: true, force: true }));

const scripts = (folder: string): string[] =>
  readdirSync(join(library, folder))
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name));
const { query } = vectors;

test.describe('the published host library', () => {
  test('is under 19 KB, under 8 KB compressed, and under 100 KB with its texts', () => {
    for (const folder of ['', 'cjs']) {
      const files = scripts(folder).map((name) => readFileSync(join(library, name)));
      const bytes = files.reduce((sum, file) => sum + file.length, 0);
      const sent = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
      console.log(`skillgate-host/${folder}: ${bytes} bytes, ${sent} compressed`);
      expect(files).toHaveLength(3);
      expect(bytes).toBeLessThan(19_000);
      expect(sent).toBeLessThan(8_000);
    }
    expect(packed.unpackedSize).toBeLessThan(100 * 1_024);
  });

  test('has no dependencies, and includes its documentation', () => {
    expect(
      readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.')),
    ).toEqual(['skillgate-host']);
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'approvals.schema.json', 'example.mjs']),
    );
    expect(paths.filter((path) => /vectors|\.map$|\.test\./.test(path))).toEqual([]);
  });

  test('imports nothing but Node, and its first entry not even that', () => {
    const imports = (name: string): string[] =>
      [
        ...readFileSync(join(library, name), 'utf8').matchAll(
          /(?:from|import|require)\s*\(?\s*["'`]([^"'`]+)["'`]/g,
        ),
      ].map((match) => match[1]!);
    for (const name of [...scripts(''), ...scripts('cjs')])
      expect(
        imports(name).filter(
          (one) => !one.startsWith('./') && !(name.endsWith('node.js') && one.startsWith('node:')),
        ),
      ).toEqual([]);
  });

  const asks = `const read = await loadApprovals('data/approvals.json');
const { query } = JSON.parse(readFileSync('query.json', 'utf8'));
console.log(JSON.stringify([
  check(read, query).standing,
  check(structuredClone(read), query).standing,
  identityOf({ url: 'https://H/' }).url,
  setDigest([]),
  parseApprovals('{').status,
  typeof watchApprovals,
  approvalsPath().endsWith('approvals.json'),
]));`;
  const answers = [
    'approved',
    'approved',
    'https://h/',
    'sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945',
    'unreadable',
    'function',
    true,
  ];
  const names = 'check, identityOf, parseApprovals, setDigest';
  const ofNode = 'approvalsPath, loadApprovals, watchApprovals';
  test.beforeAll(() => write('query.json', JSON.stringify({ query })));

  test('works in modules', () => {
    write(
      'main.mjs',
      `import { ${names} } from 'skillgate-host';\nimport { ${ofNode} } from 'skillgate-host/node';\nimport { readFileSync } from 'node:fs';\n${asks}`,
    );
    expect(JSON.parse(node('main.mjs'))).toEqual(answers);
  });

  test('works with require', () => {
    write(
      'main.cjs',
      `const { ${names} } = require('skillgate-host');\nconst { ${ofNode} } = require('skillgate-host/node');\nconst { readFileSync } = require('node:fs');\nvoid (async () => {${asks}})();`,
    );
    // Not through Node's require of modules, which older versions lack.
    expect(JSON.parse(node('--no-experimental-require-module', 'main.cjs'))).toEqual(answers);
  });

  test('knows what its other form, or a worker, was given', () => {
    write(
      'worker.mjs',
      `import { parentPort, workerData } from 'node:worker_threads';
import { check } from 'skillgate-host';
parentPort.postMessage(check(workerData.read, workerData.query).standing);`,
    );
    write(
      'both.mjs',
      `import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { check } from 'skillgate-host';
import { loadApprovals } from 'skillgate-host/node';
const other = createRequire(import.meta.url)('skillgate-host');
const read = await loadApprovals('data/approvals.json');
const { query } = JSON.parse(readFileSync('query.json', 'utf8'));
const worker = new Worker('./worker.mjs', { workerData: { read, query } });
const inWorker = await new Promise((resolve) => worker.once('message', resolve));
const forged = { ...structuredClone(read), records: [{}] };
console.log(JSON.stringify([other.check !== check, other.check(read, query).standing, inWorker, other.check(forged, query)]));`,
    );
    expect(JSON.parse(node('both.mjs'))).toEqual([
      true,
      'approved',
      'approved',
      { standing: 'cannot-tell', reason: 'corrupt' },
    ]);
  });

  test('works in the bundle of a page and its worker', async ({ page }) => {
    write(
      'page.js',
      `import { check, parseApprovals } from 'skillgate-host';
import Asking from './page-worker.js?worker';
const { text, query } = globalThis.given;
const read = parseApprovals(text);
const worker = new Asking();
worker.onmessage = ({ data }) => { globalThis.answers = [check(read, query).standing, data]; };
worker.postMessage({ read, query });`,
    );
    write(
      'page-worker.js',
      `import { check } from 'skillgate-host';
onmessage = ({ data }) => postMessage(check(data.read, data.query).standing);`,
    );
    write(
      'index.html',
      `<!doctype html><script>globalThis.given = ${JSON.stringify({ text: approvalsText('approved'), query }).replaceAll('<', '\\u003c')};</script><script type="module" src="./page.js"></script>`,
    );
    node(`${root}node_modules/vite/bin/vite.js`, 'build', '--logLevel', 'error');
    await page.route('http://host.test/**', (route) => {
      const name = new URL(route.request().url()).pathname.slice(1) || 'index.html';
      return route.fulfill({
        path: join(project, 'dist', name),
        contentType: name.endsWith('.html') ? 'text/html' : 'text/javascript',
      });
    });
    await page.goto('http://host.test/');
    await page.waitForFunction(() => 'answers' in globalThis);
    expect(
      await page.evaluate(() => (globalThis as unknown as { answers: unknown }).answers),
    ).toEqual(['approved', 'approved']);
  });

  test('gives every answer of the vectors in a browser', async ({ page }) => {
    await page.route('http://host.test/**', (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      return name === ''
        ? route.fulfill({
            contentType: 'text/html',
            body: '<!doctype html><script type="module">import * as host from "./index.js"; globalThis.host = host;</script>',
          })
        : route.fulfill({
            path: join(library, name),
            contentType: name.endsWith('.json') ? 'application/json' : 'text/javascript',
          });
    });
    await page.goto('http://host.test/');
    await page.waitForFunction(() => 'host' in globalThis);
    const cases = {
      identity: vectors.identity,
      setDigest: vectors.setDigest,
      check: [...vectors.check, ...vectors.label].map((vector) => ({
        ...vector,
        text: approvalsText(vector.approvals),
      })),
    };
    const { wrong, asked } = await page.evaluate((given: string) => {
      const { host } = globalThis as unknown as {
        host: {
          check(
            approvals: unknown,
            query: object,
          ): { record?: { id: string }; failures?: { file: string }[] };
          parseApprovals(text: string): unknown;
          identityOf(config: object): unknown;
          setDigest(resources: readonly object[]): string;
        };
      };
      const vectors = JSON.parse(given) as typeof cases;
      const sorted = (value: unknown): unknown =>
        Array.isArray(value) || typeof value !== 'object' || value === null
          ? value
          : Object.fromEntries(
              Object.entries(value)
                .sort()
                .map(([key, inner]) => [key, sorted(inner)]),
            );
      const same = (a: unknown, b: unknown): boolean =>
        JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
      const answers = [
        ...vectors.identity.map(({ name, config, identity }) => ({
          name,
          ok: same(host.identityOf(config), identity),
        })),
        ...vectors.setDigest.map(({ name, resources, setDigest }) => ({
          name,
          ok: host.setDigest(resources) === setDigest,
        })),
        ...vectors.check.map(({ name, text, query, expect }) => {
          const { record, failures, ...answer } = host.check(host.parseApprovals(text), query);
          return {
            name,
            ok: same(
              {
                ...answer,
                ...(record === undefined ? {} : { record: record.id }),
                ...(failures === undefined ? {} : { failures: failures.map(({ file }) => file) }),
              },
              expect,
            ),
          };
        }),
      ];
      return {
        wrong: answers.filter(({ ok }) => !ok).map(({ name }) => name),
        asked: answers.length,
      };
    }, JSON.stringify(cases));
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(440);
  });

  const good = (imported: string): string => `${imported}
const stop: () => void = watchApprovals((approvals) => approvals.status);
stop();
const asked = async (): Promise<Answer> =>
  check(await loadApprovals(), {
    identity: identityOf({ command: 'server' }),
    uri: 'skill://a/SKILL.md',
    resources: 'dynamic',
  });
export const tools = async (): Promise<readonly string[]> =>
  (await asked()).record?.grants.allowedTools ?? [];
`;
  const wrong = (imported: string): string => `${imported}
export const yes = async (): Promise<boolean> =>
  check(await loadApprovals(), { identity: identityOf({}), uri: 1, resources: [] }).standing === 'aproved';
export type { Answer };
void watchApprovals;
`;
  const imported = `import { check, identityOf, type Answer } from 'skillgate-host';
import { loadApprovals, watchApprovals } from 'skillgate-host/node';`;

  for (const [name, end, options] of [
    ['modules of Node', 'mts', { module: 'nodenext' }],
    ['CommonJS of Node', 'cts', { module: 'nodenext' }],
    ['a bundler', 'ts', { module: 'esnext', moduleResolution: 'bundler' }],
  ] as const) {
    test(`has types that compile in a strict project: ${name}`, () => {
      const compile = (file: string): string => {
        write(
          'tsconfig.json',
          JSON.stringify({
            compilerOptions: {
              strict: true,
              exactOptionalPropertyTypes: true,
              noUncheckedIndexedAccess: true,
              verbatimModuleSyntax: end !== 'cts',
              skipLibCheck: false,
              noEmit: true,
              target: 'es2022',
              lib: ['es2022'],
              types: [],
              ...options,
            },
            files: [file],
          }),
        );
        try {
          return node(`${root}node_modules/typescript/bin/tsc`, '-p', project);
        } catch (error) {
          return (error as { stdout: string }).stdout;
        }
      };
      write(`good.${end}`, good(imported));
      write(`wrong.${end}`, wrong(imported));
      expect(compile(`good.${end}`)).toBe('');
      const errors = compile(`wrong.${end}`);
      expect(errors).toContain("Type 'number' is not assignable to type 'string'");
      expect(errors).toContain('"aproved"');
      expect(errors).not.toContain('Cannot find module');
    });
  }
});

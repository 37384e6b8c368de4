import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { approvalsText, vectors } from '../../shared/host/testing/vectors.ts';
import { root } from '../../build/product.ts';
import { expect, test } from '../fixtures/app.ts';

const library = `${root}dist/host`;
const scripts = (): string[] => readdirSync(library).filter((name) => name.endsWith('.js'));

test.describe('the host library as it is published', () => {
  let folder: string;
  test.beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skillgate-package-'));
  });
  test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is under 16 KB, and under 8 KB as it is sent', () => {
    const files = scripts().map((name) => readFileSync(join(library, name)));
    const bytes = files.reduce((sum, file) => sum + file.length, 0);
    const sent = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
    console.log(`skillgate/host and skillgate/host/node: ${bytes} bytes, ${sent} compressed`);
    expect(bytes).toBeLessThan(16_000);
    expect(sent).toBeLessThan(8_000);
  });

  test('imports nothing but Node, and its first entry not even that', () => {
    const imports = (name: string): string[] =>
      [
        ...readFileSync(join(library, name), 'utf8').matchAll(
          /(?:from|import)\s*\(?\s*["'`]([^"'`]+)["'`]/g,
        ),
      ].map((match) => match[1]!);
    for (const name of scripts())
      expect(
        imports(name).filter(
          (one) => !one.startsWith('./') && !(name === 'node.js' && one.startsWith('node:')),
        ),
      ).toEqual([]);
  });

  test('answers check --resources from one file beside the program itself', () => {
    const imports = (path: string): string[] =>
      [...readFileSync(path, 'utf8').matchAll(/^(?:import|export) .*from "([^"]+)"/gm)].map(
        (match) => match[1]!,
      );
    const [first, ...more] = imports(`${root}dist/cli.js`);
    expect(more).toEqual([]);
    // The bundler's own few lines aside.
    const others = imports(join(root, 'dist', first!)).filter((one) => !one.startsWith('node:'));
    expect(others.filter((one) => !/^\.\/rolldown-runtime-[\w-]+\.js$/.test(one))).toEqual([]);
  });

  test('runs alone, from a folder with nothing else in it', () => {
    cpSync(library, join(folder, 'host'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(folder, 'main.js'),
      `import { check, identityOf, parseApprovals, setDigest } from './host/index.js';
import { approvalsPath, loadApprovals, watchApprovals } from './host/node.js';
const approvals = await loadApprovals('./none.json');
const answer = check(approvals, { identity: identityOf({ url: 'https://h/' }), uri: 'skill://a/SKILL.md', resources: [] });
console.log(JSON.stringify([answer, setDigest([]), parseApprovals('{').status, typeof watchApprovals, approvalsPath().endsWith('approvals.json')]));`,
    );
    const printed = execFileSync(process.execPath, ['main.js'], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual([
      { standing: 'undecided' },
      'sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945',
      'unreadable',
      'function',
      true,
    ]);
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

  test('has types that a strict project compiles against', () => {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules', 'skillgate'), 'junction');
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          exactOptionalPropertyTypes: true,
          noEmit: true,
          module: 'nodenext',
          target: 'es2022',
          lib: ['es2022'],
          types: [],
        },
        files: ['good.ts'],
      }),
    );
    const compile = (file: string): string => {
      writeFileSync(
        join(folder, 'tsconfig.json'),
        readFileSync(join(folder, 'tsconfig.json'), 'utf8').replace(
          /"files":\[[^\]]*\]/,
          `"files":["${file}"]`,
        ),
      );
      try {
        return execFileSync(
          process.execPath,
          [`${root}node_modules/typescript/bin/tsc`, '-p', folder],
          { encoding: 'utf8' },
        );
      } catch (error) {
        return (error as { stdout: string }).stdout;
      }
    };
    const head = `import { check, identityOf, type Answer } from 'skillgate/host';\nimport { loadApprovals, watchApprovals } from 'skillgate/host/node';\n`;
    writeFileSync(
      join(folder, 'good.ts'),
      `${head}const stop: () => void = watchApprovals((approvals) => approvals.status);\nstop();\nconst answer: Answer = check(await loadApprovals(), { identity: identityOf({ command: 'server' }), uri: 'skill://a/SKILL.md', resources: 'dynamic' });\nexport const tools: readonly string[] = answer.record?.grants.allowedTools ?? [];\n`,
    );
    writeFileSync(
      join(folder, 'bad.ts'),
      `${head}export const yes = check(await loadApprovals(), { identity: identityOf({}), uri: 1, resources: [] }).standing === 'aproved';\nvoid watchApprovals;\n`,
    );
    expect(compile('good.ts')).toBe('');
    const errors = compile('bad.ts');
    expect(errors).toContain("Type 'number' is not assignable to type 'string'");
    expect(errors).toContain('"aproved"');
  });
});

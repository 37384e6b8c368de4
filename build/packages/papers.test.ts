import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordBundled } from '../bundled.ts';
import { root } from '../product.ts';
import { bundledComponents, type Component } from './components.mjs';
import { noticesOf, withoutText } from './notices.mjs';
import { billOfMaterials } from './sbom.mjs';

const product = { name: 'skillgate', version: '0.1.0', license: 'MIT' };
const part = 'papers-test';
let folder = '';

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const forged = (name: string, license: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries({
      'package.json': JSON.stringify({ name, version: '1.2.3', license, type: 'module' }),
      ...files,
    }).map(([file, text]) => [`node_modules/${name}/${file}`, text]),
  );

/** A separate project in the folder, and the sources of its bundle. */
async function componentsOf(files: Readonly<Record<string, string>>): Promise<Component[]> {
  put(files);
  await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins: [recordBundled(part)],
    build: {
      outDir: join(folder, 'out'),
      lib: { entry: 'main.js', formats: ['es'], fileName: 'x' },
    },
  });
  // Like real builds: paths are relative to the project, and this one is outside it.
  const names = JSON.parse(readFileSync(join(root, `.cache/bundled/${part}.json`), 'utf8'));
  const at = (name: string) => name.replace(/^.*?(?=node_modules\/|main\.js)/, '');
  put({ [`.cache/bundled/${part}.json`]: JSON.stringify(names.map(at)) });
  return bundledComponents(folder, [part]);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillgate-papers-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(root, `.cache/bundled/${part}.json`), { force: true });
});

describe('a package’s notices for other people’s work', () => {
  it('names what was bundled, and what that contains, and nothing else', async () => {
    const inner = '//#region ../../node_modules/.pnpm/carried@2.0.1_x@1/node_modules/carried/a.js';
    const components = await componentsOf({
      'main.js':
        "import { used } from 'used';\nimport { never } from 'unused';\nconsole.log(used);",
      ...forged('used', 'MIT', {
        'index.js': `${inner}\nexport const used = Math.random();\n//#endregion`,
        LICENSE: 'Copyright of used',
        'ThirdPartyNotices.txt': 'used holds more',
      }),
      ...forged('unused', 'MIT', { 'index.js': 'export const never = 1;' }),
      ...forged('carried', 'ISC', { LICENSE: 'Copyright of carried' }),
    });
    expect(components.map(({ name, version, inside }) => ({ name, version, inside }))).toEqual([
      { name: 'carried', version: '2.0.1', inside: 'used' },
      { name: 'used', version: '1.2.3', inside: null },
    ]);
    const notices = noticesOf(components, product);
    for (const text of ['Copyright of used', 'used holds more', 'Copyright of carried', 'ISC'])
      expect(notices).toContain(text);
    expect(withoutText(components)).toEqual([]);
  });

  it('reports a package without a readable license', async () => {
    const components = await componentsOf({
      'main.js': "import { bare } from 'bare';\nconsole.log(bare);",
      ...forged('bare', 'MIT', { 'index.js': 'export const bare = Math.random();' }),
    });
    expect(withoutText(components).map(({ name }) => name)).toEqual(['bare']);
  });

  it('fails for a part that was never built', () => {
    expect(() => bundledComponents(folder, ['never-built'])).toThrow('has not been built');
  });

  it('fails for a file that belongs to no package', () => {
    put({ '.cache/bundled/stray.json': '["\\u0000somebody/helper.js"]' });
    expect(() => bundledComponents(folder, ['stray'])).toThrow('nothing says whose it is');
  });
});

describe('the bill of materials', () => {
  const components: Component[] = [
    { name: '@scope/one', version: '1.0.0', license: 'Apache-2.0', texts: [], inside: null },
    { name: 'two', version: '2.0.0-rc.1', license: '(MIT OR ISC)', texts: [], inside: null },
    { name: 'three', version: '3.0.0', license: 'SEE LICENSE IN FILE', texts: [], inside: 'two' },
    { name: 'four', version: '4.0.0', license: null, texts: [], inside: null },
  ];
  const runtimes = [{ name: 'Electron', version: '1.2.3', license: 'MIT' }];
  const bill = (at: number) => billOfMaterials(product, components, runtimes, new Date(at));

  it('is valid against the published CycloneDX schema, without extras', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(bill(0))).toBeNull();
    // Proves that the check can fail.
    const broken = bill(0).replace('"type": "platform"', '"type": "platypus"');
    expect(await validator.validate(broken)).not.toBeNull();
  });

  it('names every component with its package address and the runtimes', () => {
    const bom = JSON.parse(bill(0));
    expect(
      bom.components
        .map((one: { purl?: string }) => one.purl)
        .filter(Boolean)
        .sort(),
    ).toEqual([
      'pkg:npm/%40scope/one@1.0.0',
      'pkg:npm/four@4.0.0',
      'pkg:npm/three@3.0.0',
      'pkg:npm/two@2.0.0-rc.1',
    ]);
    expect(bom.components).toContainEqual(expect.objectContaining({ name: 'Electron' }));
    const whole = bom.dependencies.find((one: { ref: string }) => one.ref === 'skillgate@0.1.0');
    expect(whole.dependsOn).toHaveLength(5);
  });

  it('is the same bytes for the same commit, and differs for another', () => {
    expect(bill(0)).toBe(bill(0));
    expect(JSON.parse(bill(0)).serialNumber).not.toBe(JSON.parse(bill(1000)).serialNumber);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy, readPageFile } from '../ipc/page-file.ts';
import { servePage } from './app.ts';

describe('the page over app://', () => {
  const parent = mkdtempSync(join(tmpdir(), 'skillgate-page-'));
  const folder = join(parent, 'renderer');
  beforeAll(() => {
    mkdirSync(join(folder, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'assets', 'index-a1B_2.js'), 'export {}');
    writeFileSync(join(folder, 'assets', 'packed.css.br'), brotliCompressSync('a {}'));
    writeFileSync(join(folder, 'assets', 'damaged.css.br'), 'a {}');
    writeFileSync(join(parent, 'secret.json'), '{}');
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));
  const get = (address: string, method = 'GET'): Promise<Response> =>
    servePage(folder, new Request(address, { method }));

  it('serves the built files with their type', async () => {
    const page = await get('app://skillgate/');
    expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      '<!doctype html>',
    ]);
    const script = await get('app://skillgate/assets/index-a1B_2.js');
    expect([script.status, script.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
  });

  it('unpacks what the build packed', async () => {
    const style = await get('app://skillgate/assets/packed.css');
    expect([style.status, style.headers.get('content-type'), await style.text()]).toEqual([
      200,
      'text/css; charset=utf-8',
      'a {}',
    ]);
    const damaged = await get('app://skillgate/assets/damaged.css');
    const itself = await get('app://skillgate/assets/packed.css.br');
    expect([damaged.status, itself.status]).toEqual([404, 403]);
  });

  it('puts the policy on every answer, refusals included', async () => {
    const answers = [
      await get('app://skillgate/'),
      await get('app://skillgate/absent.js'),
      await get('app://elsewhere/'),
      await get('app://skillgate/', 'POST'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 404, 403, 405]);
    for (const answer of answers) {
      expect(answer.headers.get('content-security-policy')).toBe(contentSecurityPolicy());
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it.each([
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/assets/..%2f..%2fsecret.json',
    '/..%5csecret.json',
    '/assets\\..\\..\\secret.json',
    '//secret.json',
    '/C:/secret.json',
    '/secret.json%00.js',
    '/%252e%252e/secret.json',
    '/.hidden.js',
    '/index.html/..',
    '/%',
    '/assets',
    '/a.exe',
  ])('refuses the path %s before it asks the file system', async (path) => {
    expect(await readPageFile(folder, path)).toEqual({ ok: false, error: 'refused' });
  });

  it('never reaches beside its folder through an address', async () => {
    for (const address of [
      'app://skillgate/../secret.json',
      'app://skillgate/%2e%2e/secret.json',
      'app://skillgate/..%2fsecret.json',
    ]) {
      expect([403, 404]).toContain((await get(address)).status);
    }
  });
});

describe('the content security policy', () => {
  it('allows no inline script, no evaluation, no remote origin and no frame', () => {
    const policy = contentSecurityPolicy();
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe-eval|https?:|data:|\*/);
    expect(policy).toContain("frame-ancestors 'none'");
  });
  it('adds the socket of the browser shell to what the page may connect to, and nothing else', () => {
    expect(contentSecurityPolicy(['ws://127.0.0.1:4000'])).toBe(
      contentSecurityPolicy().replace(
        "connect-src 'self'",
        "connect-src 'self' ws://127.0.0.1:4000",
      ),
    );
  });
});

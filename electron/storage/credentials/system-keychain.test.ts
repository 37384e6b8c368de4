import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { processesNaming } from '../../integration/testing/processes.ts';
import { until } from '../../integration/testing/until.ts';
import { temporaryFolder } from '../testing/forge.ts';
import { buildScripts } from '../testing/scripts.ts';
import type { SystemKeychain } from './keychain.ts';
import { answerKeychain, type KeychainLibrary } from './keychain-access.ts';
import { systemKeychain } from './system-keychain.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

/** A command line that does this when it is asked for the keychain. */
async function answering(body: string): Promise<SystemKeychain> {
  const script = join(folder, 'command.mjs');
  await writeFile(
    script,
    `import { writeFileSync } from 'node:fs';
     import { text } from 'node:stream/consumers';
     const question = await text(process.stdin);
     writeFileSync(${JSON.stringify(join(folder, 'seen'))}, JSON.stringify([process.argv.slice(2), question, process.env]));
     ${body}`,
  );
  return systemKeychain({ command: process.execPath, args: [script] }, { PATH: '/bin', A: 'b' });
}

describe('the keychain in a process of its own', () => {
  it('is asked over a pipe, with no secret among its words and variables', async () => {
    const keychain = await answering(`process.stdout.write('{"secret":null}\\n');`);
    expect(await keychain.set('one', 'the secret')).toEqual({ ok: true, value: undefined });
    const [words, question, env] = JSON.parse(await readFile(join(folder, 'seen'), 'utf8')) as [
      string[],
      string,
      object,
    ];
    expect(words).toEqual(['keychain-access']);
    expect(JSON.parse(question)).toEqual({ does: 'set', name: 'one', secret: 'the secret' });
    expect(JSON.stringify(env)).not.toContain('secret');
    expect(env).toMatchObject({ A: 'b' });
  });

  it('gives what it answers', async () => {
    const keychain = await answering(`process.stdout.write('{"secret":"grüße"}\\n');`);
    expect(await keychain.get('one')).toEqual({ ok: true, value: 'grüße' });
    const none = await answering(`process.stdout.write('{"secret":null}\\n');`);
    expect(await none.get('one')).toEqual({ ok: true, value: null });
    const locked = await answering(`process.stdout.write('{"problem":"locked"}\\n');`);
    expect(await locked.remove('one')).toEqual({ ok: false, error: 'locked' });
  });

  it.each([
    ['says nothing', ''],
    ['says something else', `process.stdout.write('{"other":1}');`],
    ['fails', `throw new Error('x');`],
  ])('is none where it %s', async (_, body) => {
    expect(await (await answering(body)).get('one')).toEqual({ ok: false, error: 'none' });
  });

  it('is none where the command is not there', async () => {
    const keychain = systemKeychain({ command: join(folder, 'missing'), args: [] }, {});
    expect(await keychain.get('one')).toEqual({ ok: false, error: 'none' });
  });

  it('is locked where it dies while it asks', async () => {
    const keychain = await answering(`process.kill(process.pid, 'SIGKILL');`);
    expect(await keychain.get('one')).toEqual({ ok: false, error: 'locked' });
  });

  it('is killed where it says too much', async () => {
    const keychain = await answering(
      `for (;;) await new Promise((go) => process.stdout.write('x'.repeat(65536), go));`,
    );
    expect(await keychain.get('one')).toEqual({ ok: false, error: 'locked' });
  });

  it('that never answers keeps no program from ending, and ends with it', async () => {
    await answering('setInterval(() => {}, 1000);');
    const scripts = await buildScripts('asker');
    const words = [scripts.path('asker'), join(folder, 'command.mjs')];
    const { status, stdout } = spawnSync(process.execPath, words, {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect([status, stdout]).toEqual([0, 'ends\n']);
    await until('it to end, too', () => processesNaming(words[1] ?? '').length === 0);
    await scripts.remove();
  });
});

/** The library over a map; `fails` says which step throws. */
function library(fails: 'nothing' | 'opening' | 'asking' = 'nothing') {
  const held = new Map<string, string>();
  const opened: unknown[] = [];
  const check = (): void => {
    if (fails === 'asking') throw new Error('dismissed');
  };
  const made: KeychainLibrary = {
    Entry: class {
      readonly #name: string;
      constructor(service: string, name: string, options: unknown) {
        if (fails === 'opening') throw new Error('no bus');
        opened.push([service, name, options]);
        this.#name = name;
      }
      getPassword(): string | null {
        check();
        return held.get(this.#name) ?? null;
      }
      setPassword(secret: string): void {
        check();
        held.set(this.#name, secret);
      }
      deletePassword(): boolean {
        check();
        return held.delete(this.#name);
      }
    },
  };
  return { made, held, opened };
}

describe('what the library is asked', () => {
  it('is the secret service and never the keyring of the kernel', () => {
    const { made, opened } = library();
    expect(answerKeychain(made, { does: 'get', name: 'a' })).toEqual({ secret: null });
    expect(opened).toEqual([['skillgate', 'a', { linux: { store: 'secret-service' } }]]);
  });

  it('is kept, found and removed, also twice', () => {
    const { made } = library();
    expect(answerKeychain(made, { does: 'set', name: 'a', secret: 's' })).toEqual({ secret: null });
    expect(answerKeychain(made, { does: 'get', name: 'a' })).toEqual({ secret: 's' });
    expect(answerKeychain(made, { does: 'remove', name: 'a' })).toEqual({ secret: null });
    expect(answerKeychain(made, { does: 'remove', name: 'a' })).toEqual({ secret: null });
    expect(answerKeychain(made, { does: 'get', name: 'a' })).toEqual({ secret: null });
  });

  it('is none where it is not installed or has nobody to ask, and locked where it is refused', () => {
    const question = { does: 'get', name: 'a' } as const;
    expect(answerKeychain(null, question)).toEqual({ problem: 'none' });
    expect(answerKeychain(library('opening').made, question)).toEqual({ problem: 'none' });
    expect(answerKeychain(library('asking').made, question)).toEqual({ problem: 'locked' });
  });
});

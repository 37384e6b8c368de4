import { text } from 'node:stream/consumers';
import type { KeychainQuestion, KeychainAnswer } from './keychain.ts';
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isSea } from 'node:sea';

/**
 * The process that has the keychain's library: takes one question, gives one answer, and ends. It
 * is one of its own because a keychain that asks a person blocks its thread for as long as they do
 * not answer, and no process ends while one of its threads is blocked; this one is killed.
 */
export async function accessKeychain(): Promise<number> {
  const question = JSON.parse(await text(process.stdin)) as KeychainQuestion;
  process.stdout.write(`${JSON.stringify(answerKeychain(keychainLibrary(), question))}\n`);
  return 0;
}

/** The part of `@napi-rs/keyring` that is used. */
export interface KeychainLibrary {
  readonly Entry: new (
    service: string,
    name: string,
    options: { readonly linux: { readonly store: 'secret-service' } },
  ) => {
    getPassword(): string | null;
    setPassword(secret: string): void;
    deletePassword(): boolean;
  };
}

/**
 * The library, from wherever this program was installed with it; null where it was not, which is no
 * error: it is native and optional.
 */
function keychainLibrary(): KeychainLibrary | null {
  try {
    // A package's own executable has no place inside where a module could lie: it is beside it, by
    // its own name, so that nobody's NODE_PATH or node_modules further up can put another one in
    // its place.
    if (isSea()) {
      const program = realpathSync(process.execPath);
      return createRequire(program)(join(dirname(program), 'keychain.node')) as KeychainLibrary;
    }
    return createRequire(import.meta.url)('@napi-rs/keyring') as KeychainLibrary;
  } catch {
    return null;
  }
}

/**
 * Does what it is asked. On Linux by the secret service alone: left to itself the library falls
 * back to a keyring of the kernel, which a restart empties.
 */
export function answerKeychain(
  library: KeychainLibrary | null,
  question: KeychainQuestion,
): KeychainAnswer {
  let entry: InstanceType<KeychainLibrary['Entry']>;
  try {
    if (library === null) return { problem: 'none' };
    entry = new library.Entry('skillgate', question.name, { linux: { store: 'secret-service' } });
  } catch {
    return { problem: 'none' };
  }
  try {
    switch (question.does) {
      case 'get':
        return { secret: entry.getPassword() };
      case 'set':
        entry.setPassword(question.secret ?? '');
        return { secret: null };
      case 'remove':
        entry.deletePassword();
        return { secret: null };
    }
  } catch {
    return { problem: 'locked' };
  }
}

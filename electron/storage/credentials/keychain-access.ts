import { text } from 'node:stream/consumers';
import { answerKeychain, keychainLibrary } from './keychain-library.ts';
import type { KeychainQuestion } from './keychain.ts';

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

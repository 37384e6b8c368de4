import { runCli } from './commands/run.ts';
import { keychainWord } from './storage/credentials/keychain.ts';

declare const __SKILLGATE_VERSION__: string;

// Until the command has answered, an end is no answer: 0 would mean "approved" to a host.
process.exitCode = 2;
const words = process.argv.slice(2);
const ran =
  words[0] === keychainWord
    ? import('./storage/credentials/keychain-access.ts').then((it) => it.accessKeychain())
    : runCli(words, __SKILLGATE_VERSION__);
// Not a top-level await: a package's own executable takes this as one CommonJS file.
void ran.then((code) => {
  process.exitCode = code;
});

import { once } from 'node:events';
import { openVault } from '../credentials/vault.ts';
import { keychainInFolder } from './keychain-in-folder.ts';
import { steppingDisk } from './stepping.ts';

// A process of its own over one vault and one keychain, which are folders: keeps a secret
// (`keep ID`), or moves the key (`file`, `keychain`). Says `up` at first. Stops at a change of the disk, says `at`, and
// goes on at a line. Says `ok STEPS` or what was wrong.
const [folder = '', chain = '', at = '0', what = '', id = ''] = process.argv.slice(2);
const { disk, steps } = steppingDisk(Number(at), 'before', 'changes', async () => {
  process.stdout.write('at\n');
  await once(process.stdin, 'data');
  process.stdin.pause();
});
process.stdout.write('up\n');
const vault = openVault(folder, { keychain: keychainInFolder(chain, disk), disk });
const done =
  what === 'keep'
    ? await vault.change((contents) => ({
        ...contents,
        secrets: { ...contents.secrets, [id]: { value: id, use: 'test' } },
      }))
    : await vault.moveKey(what === 'file' ? 'file' : 'keychain');
process.stdout.write(done.ok ? `ok ${steps()}\n` : `${done.error.message}\n`);

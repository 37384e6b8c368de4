import { serverSecretsIn } from '../credentials/server-secrets.ts';
import { openVault } from '../credentials/vault.ts';
import { openServers } from '../servers.ts';
import { steppingDisk } from './stepping.ts';

// Does one thing to the servers of a data folder whose key lies in a file, and is killed at a change of
// the disk. Says `done STEPS` when it gets to the end.
const [folder = '', at = '0', when = 'before', what = 'protect'] = process.argv.slice(2);
const way = when === 'after' ? 'after' : 'before';
const { disk, steps } = steppingDisk(Number(at), way, 'changes');
const vault = openVault(folder, { keychain: null, disk });
const servers = openServers(folder, serverSecretsIn(vault), disk);
if (what === 'protect') await servers.protect();
else if (what === 'remove') await servers.remove('acme');
else throw new Error(`nothing is called ${what}`);
process.stdout.write(`done ${steps()}\n`);

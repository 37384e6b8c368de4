import { openStore } from './forge.ts';
import { steppingDisk } from './stepping.ts';

// Opens a data folder, and is killed at a step of the disk. Says `done STEPS` when it gets to the end.
const [folder = '', at = '0', when = 'before'] = process.argv.slice(2);
const { disk, steps } = steppingDisk(Number(at), when === 'after' ? 'after' : 'before');
await openStore(folder, { disk });
process.stdout.write(`done ${steps()}\n`);

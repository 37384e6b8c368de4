import { version } from '../shared/version.ts';
import { runCli } from './commands/run.ts';

process.exitCode = await runCli(process.argv.slice(2), version);

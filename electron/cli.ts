import { runCli } from './commands/run.ts';

declare const __SKILLGATE_VERSION__: string;

process.exitCode = await runCli(process.argv.slice(2), __SKILLGATE_VERSION__);

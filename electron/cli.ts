import { runCli } from './commands/run.ts';

declare const __SKILLGATE_VERSION__: string;

// Until the command has answered, an end is no answer: 0 would mean "approved" to a host.
process.exitCode = 2;
// Not a top-level await: a package's own executable takes this as one CommonJS file.
void runCli(process.argv.slice(2), __SKILLGATE_VERSION__).then((code) => {
  process.exitCode = code;
});

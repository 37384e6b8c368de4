import { isCheckResources, runCheckResources } from './commands/check-resources.ts';

declare const __SKILLGATE_VERSION__: string;

const argv = process.argv.slice(2);
// A host asks this once per skill: it waits for nothing that the other commands need.
process.exitCode = isCheckResources(argv)
  ? await runCheckResources(argv)
  : await (await import('./commands/run.ts')).runCli(argv, __SKILLGATE_VERSION__);

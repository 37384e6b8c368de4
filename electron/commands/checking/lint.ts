import { resolve } from 'node:path';
import { lint as lintOf } from '../../core/lint/lint.ts';
import type { ConformanceReport } from '../../../shared/model/report.ts';
import { type CommandContext, CommandError, type CommandOutput } from '../call/command.ts';
import { baselineIn, formatOf, outputOf, writeBaseline } from '../report/output.ts';
import { onlyText, watch } from './watch.ts';
import { newBudget, skillsAt } from './skill-folders.ts';

interface Asked {
  readonly words: readonly string[];
  readonly format: string | undefined;
  readonly baseline: string | undefined;
  readonly watch: boolean;
  readonly 'write-baseline': string | undefined;
}

/** `lint`: checks files on disk before anything is served. Contacts no server. */
export async function lint(here: CommandContext, given: Asked): Promise<CommandOutput> {
  const format = formatOf(given.format);
  if (given.words.length === 0) throw new CommandError('lint takes a folder or a SKILL.md');
  const run = async (): Promise<ConformanceReport> => lintAt(here, given);
  const baselineTo = given['write-baseline'];
  if (baselineTo !== undefined) return writeBaseline(here.cwd, baselineTo, await run());
  if (!given.watch) return outputOf(await run(), format);
  onlyText(format);
  return watch(here, {
    paths: given.words.map((word) => resolve(here.cwd, word)),
    run: async () => ({ report: await run(), later: null }),
  });
}

async function lintAt(
  { cwd }: CommandContext,
  { words, baseline: named }: Asked,
): Promise<ConformanceReport> {
  const baseline = await baselineIn(cwd, named);
  const found = [];
  const budget = newBudget();
  for (const word of words) found.push(await skillsAt(cwd, word, budget));
  const checks = lintOf(
    found.flatMap(({ skills }) => skills),
    baseline,
  );
  return {
    format: 'skillgate/report@1',
    kind: 'lint',
    target: words.join(', '),
    protocol: null,
    checks,
    unfinished: bounded(found.flatMap(({ unfinished }) => unfinished)),
    stale: baseline.stale(),
  };
}

const mostTold = 200;

/** The author of the folders decides how much is skipped, so the list is bounded. */
const bounded = (lines: readonly string[]): string[] =>
  lines.length <= mostTold
    ? [...lines]
    : [...lines.slice(0, mostTold), `${lines.length - mostTold} more files or folders.`];

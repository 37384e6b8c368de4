import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { counted } from '../../../shared/size-text.ts';
import type { ConformanceReport } from '../../../shared/model/report.ts';
import { CommandError, type CommandOutput } from '../call/command.ts';
import { messageOf } from '../../storage/disk/data-folder.ts';

const mostSubject = 300;

/**
 * Writes every problem of a report as a baseline, so that only new ones fail from then on. Exits
 * with 1 if the file doesn't have them all. An existing file stays: its comments are somebody's.
 */
export async function writeBaseline(
  cwd: string,
  path: string,
  report: ConformanceReport,
): Promise<CommandOutput> {
  const lines: string[] = [];
  let left = 0;
  for (const { id, faults, why } of report.checks) {
    for (const { subject } of faults)
      // The rest of a long subject isn't in the report, and a line would cover others like it.
      if (subject.length >= mostSubject) left += 1;
      else lines.push(`${id} ${subject}`);
    if (faults.length > 0 && why !== null) left += 1;
  }
  const known = [...new Set(lines)];
  const text =
    `# Known problems of ${report.target}: ` +
    `remove a line when its problem is fixed.\n${known.map((line) => `${line}\n`).join('')}`;
  try {
    await writeFile(resolve(cwd, path), text, { flag: 'wx' });
  } catch (error) {
    const why =
      (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? `${path} exists already. Remove it first, or name another file.`
        : `${path}: ${messageOf(error)}`;
    throw new CommandError(why, 'store');
  }
  const { unfinished } = report;
  const human = [
    `${counted(known.length, 'known problem')} written to ${path}`,
    ...(left === 0
      ? []
      : [
          'Not all problems are in it: ' +
            'some checks have more than a report lists, or a URI is too long.',
        ]),
    ...unfinished.map((said) => `not checked: ${said}`),
  ];
  const exit = left > 0 ? 1 : unfinished.length > 0 ? 3 : 0;
  return { json: report, human, exit, isMasked: true };
}

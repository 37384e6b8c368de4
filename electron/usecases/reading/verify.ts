import { limits } from '../../core/limits.ts';
import type { Context } from '../context.ts';
import type { Progress } from '../operations.ts';
import { fetchFile, type ReadFile } from './read-file.ts';
import { readAll } from './read-all.ts';
import { isComplete } from '../catalogue/settle.ts';
import { publishSkills } from '../catalogue/views.ts';
import type { Server, Skill } from '../catalogue/world.ts';

const silent: Progress = { report: () => {} };

interface Task {
  readonly skill: Skill;
  readonly file: string;
}

interface Started {
  readonly task: Task;
  readonly fetched: Promise<() => ReadFile>;
}

/** Files that a check reads: those not found matching yet, or all of them once all match. */
export function filesToVerify(skill: Skill): string[] {
  const { files, uri } = skill.entry;
  if (typeof files === 'string') return [uri];
  const all = files.map((file) => file.uri);
  const rest = all.filter((file) => skill.verdicts.get(file)?.status !== 'verified');
  return rest.length > 0 ? rest : all;
}

/**
 * Reads and checks every remaining file of some skills of one server, `limits.serverRequests`
 * at once. Gives one line for people. Cancelling leaves what was checked as it is.
 */
export async function verifySkills(
  ctx: Context,
  server: Server,
  skills: readonly Skill[],
  options: { readonly signal: AbortSignal; readonly keep: boolean },
  progress: Progress,
): Promise<string> {
  const left = new Map<Skill, number>();
  const tasks: Task[] = [];
  const finished: Skill[] = [];
  let done = 0;
  let failed = 0;
  let whole = 0;
  for (const skill of skills) {
    if (isComplete(skill.listed)) continue;
    // Nothing lists its files, so checking it means to read all that can be found.
    if (options.signal.aborted) break;
    const { complete } = await readAll(ctx, server, skill, { signal: options.signal }, silent);
    const bad =
      [...skill.verdicts.values()].filter(({ status }) => status === 'failed').length +
      (skill.refusal === null ? 0 : 1);
    whole += Math.max(1, skill.verdicts.size);
    done += Math.max(1, skill.verdicts.size);
    failed += complete ? bad : Math.max(1, bad);
    finished.push(skill);
    progress.report(done, whole, failed);
  }
  for (const skill of skills) {
    if (!isComplete(skill.listed)) continue;
    const files = filesToVerify(skill);
    left.set(skill, files.length);
    for (const file of files) tasks.push({ skill, file });
  }
  let taken = 0;
  const flush = (): void => {
    publishSkills(ctx, server, finished.splice(0));
  };
  const reading = { signal: options.signal, keep: options.keep, quiet: true };
  const start = (): Started | null => {
    const task = options.signal.aborted ? undefined : tasks[taken];
    if (task === undefined) return null;
    taken += 1;
    return { task, fetched: fetchFile(ctx, server, task.skill, task.file, reading) };
  };
  const settle = (task: Task, { verdict }: ReadFile): void => {
    done += 1;
    if (verdict.status === 'failed') failed += 1;
    if (skills.length === 1)
      ctx.publish({
        type: 'verdict',
        server: server.label,
        uri: task.skill.entry.uri,
        file: task.file,
        verdict,
      });
    const remaining = (left.get(task.skill) ?? 1) - 1;
    left.set(task.skill, remaining);
    if (remaining === 0 && finished.push(task.skill) >= 200) flush();
    progress.report(done, whole + tasks.length, failed);
  };
  const worker = async (): Promise<void> => {
    for (let current = start(); current !== null;) {
      const check = await current.fetched;
      const next = start();
      // The requests that were just made are on their way before anything is checked.
      await Promise.resolve();
      settle(current.task, check());
      current = next;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limits.serverRequests, tasks.length) }, worker));
  for (const [skill, remaining] of left) if (remaining > 0) finished.push(skill);
  flush();
  progress.report(done, whole + tasks.length, failed);
  const rest = whole + tasks.length - done;
  return `${done - failed} of ${whole + tasks.length} files checked without a mismatch${failed > 0 ? `, ${failed} failed` : ''}${rest > 0 ? `, ${rest} not read` : ''}.`;
}

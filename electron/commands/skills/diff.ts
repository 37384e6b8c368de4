import { changesReport } from '../../engine/reading/changes.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { type CommandOutput, exitCodeOf } from '../call/command.ts';
import { refusedOutput } from './refused-entries.ts';
import { target, type OneSkill } from './targets.ts';

/** `diff`: what changed since a skill was approved, as Markdown. */
export async function diff(ctx: AppContext, given: OneSkill): Promise<CommandOutput> {
  const found = await target(ctx, given);
  if (found.kind === 'refused') return refusedOutput(found.server.label, found.refused);
  const { server, skill } = found;
  const about = { server: server.label, uri: skill.entry.uri };
  const report = await changesReport(ctx, skill);
  if (!report.ok)
    return { json: { ...about, changes: null }, human: [report.error.message], exit: 0 };
  const { changes, markdown } = report.value;
  return {
    json: { ...about, changes, markdown },
    human: [{ block: markdown.trimEnd() }],
    exit: exitCodeOf('changed'),
  };
}

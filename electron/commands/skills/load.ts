import type { AppContext } from '../../engine/contexts.ts';
import { load as loadApproved } from '../../engine/load.ts';
import { type CommandOutput, exitCodeOf } from '../call/command.ts';
import { contentOf } from './contents.ts';
import { verdictLine } from './check-label.ts';
import { refusedOutput } from './refused-entries.ts';
import { target, type OneSkill } from './targets.ts';

/**
 * `load`: acts like an app. Not approved: the same answer as `check`. Approved: reads and checks
 * SKILL.md, and prints it tagged with its server ("Origin is visible to the model").
 */
export async function load(ctx: AppContext, given: OneSkill): Promise<CommandOutput> {
  const found = await target(ctx, given);
  if (found.kind === 'refused') return refusedOutput(found.server.label, found.refused);
  const { server, skill } = found;
  const about = { server: server.label, uri: skill.uri };
  const loaded = await loadApproved(ctx, skill);
  switch (loaded.kind) {
    case 'not-approved': {
      const { standing, verdict } = loaded;
      return {
        json: {
          ...about,
          standing: standing.kind,
          detail: standing,
          ...(verdict === null ? {} : { verdict }),
        },
        human: [`${standing.kind}: not loaded  ${skill.uri}  (${server.label})`],
        exit: exitCodeOf(standing.kind),
      };
    }
    case 'unproven': {
      const { verdict } = loaded;
      return {
        json: { ...about, standing: 'refused', verdict },
        human: [`not loaded: ${verdictLine(verdict)}`],
        exit: exitCodeOf(verdict.status === 'unverifiable' ? 'cannot-tell' : 'refused'),
      };
    }
    case 'loaded': {
      const content = contentOf(loaded.bytes);
      return {
        json: {
          ...about,
          standing: 'approved',
          verdict: loaded.verdict,
          origin: about,
          grants: { allowedTools: loaded.grants.allowedTools },
          ...content,
        },
        human: [
          `[skill from MCP server ${JSON.stringify(server.label)}: ${skill.uri}]`,
          'text' in content ? { quoted: content.text, exact: true as const } : '(not text)',
          `[end of skill from MCP server ${JSON.stringify(server.label)}]`,
        ],
        exit: 0,
      };
    }
  }
}

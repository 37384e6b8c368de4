import type { Verdict } from '../../../shared/model/verdict.ts';
import type { Context } from '../../usecases/context.ts';
import { readFile } from '../../usecases/reading/read-file.ts';
import { recordOf, standingOf } from '../../usecases/catalogue/standing.ts';
import type { Output } from '../call/command.ts';
import { exitCodeOf } from './exit-codes.ts';
import { contentOf, verdictLine } from './read.ts';
import { refusedOutput } from './show.ts';
import { target, type OneSkill } from './targets.ts';

/**
 * `load`: what a host would do. Not approved: the same answer as `check`. Approved: SKILL.md is
 * read and checked, and printed tagged with its server ("Origin is visible to the model").
 */
export async function load(ctx: Context, given: OneSkill): Promise<Output> {
  const found = await target(ctx, given);
  if (found.kind === 'refused') return refusedOutput(found.server.label, found.refused);
  const { server, skill } = found;
  const standing = standingOf(ctx, server, skill);
  const about = { server: server.label, uri: skill.entry.uri };
  if (standing.kind !== 'approved') {
    return {
      json: { ...about, standing: standing.kind, detail: standing },
      human: [`${standing.kind}: not loaded  ${skill.entry.uri}  (${server.label})`],
      exit: exitCodeOf(standing.kind),
    };
  }
  const read = await readFile(ctx, server, skill, skill.entry.uri, { keep: true });
  if (!isAsApproved(read.verdict) || read.bytes === null) {
    // Without a manifest a differing file is seen only now, and shows as a change.
    const after = standingOf(ctx, server, skill);
    if (after.kind === 'changed')
      return {
        json: { ...about, standing: after.kind, detail: after, verdict: read.verdict },
        human: [`changed: not loaded  ${skill.entry.uri}  (${server.label})`],
        exit: exitCodeOf('changed'),
      };
    return {
      json: { ...about, standing: 'refused', verdict: read.verdict },
      human: [`not loaded: ${verdictLine(read.verdict)}`],
      exit: read.verdict.status === 'failed' ? exitCodeOf('refused') : exitCodeOf('cannot-tell'),
    };
  }
  const grants = recordOf(ctx, server, skill)?.grants.allowedTools ?? [];
  const content = contentOf(read.bytes);
  return {
    json: {
      ...about,
      standing: 'approved',
      verdict: read.verdict,
      origin: { server: server.label, uri: skill.entry.uri },
      grants: { allowedTools: grants },
      ...content,
    },
    human: [
      `[skill from MCP server ${JSON.stringify(server.label)}: ${skill.entry.uri}]`,
      'text' in content ? { quoted: content.text } : '(not text)',
      `[end of skill from MCP server ${JSON.stringify(server.label)}]`,
    ],
    exit: 0,
  };
}

/**
 * The bytes are the approved ones: by the server's digest, or by the one that was taken when they
 * were read and approved.
 */
const isAsApproved = (verdict: Verdict): boolean =>
  verdict.status === 'verified' ||
  (verdict.status === 'unverifiable' && verdict.reason === 'self-computed');

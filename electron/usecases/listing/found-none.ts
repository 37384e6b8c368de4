import { request } from '../../core/dialects/plan.ts';
import { skillsElsewhere } from '../../core/dialects/listing/elsewhere.ts';
import { skillToolsIn } from '../../core/dialects/listing/skill-tools.ts';
import { isRecord, own } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import { skillTemplates } from '../../core/templates.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { Parts } from '../parts.ts';
import type { Walk } from './walk.ts';

/**
 * What to say of a server in which no skill was found: where else they seem to be. Asks for one page
 * of tools, where the server has any.
 */
export async function adviceOnNone(
  parts: Pick<Parts, 'links' | 'clock'>,
  { server, signal, templates }: Walk,
): Promise<Problem[]> {
  const until = parts.clock.now() + limits.probeMs;
  const answer = isRecord(server.capabilities['tools'])
    ? await parts.links.run(server, request('tools/list', {}), { signal, until })
    : null;
  const listed = answer?.ok && isRecord(answer.value) ? own(answer.value, 'tools') : undefined;
  return skillsElsewhere({
    resources: [...server.inventory.resources.keys()],
    templates: skillTemplates(templates).map(({ template }) => template),
    tools: Array.isArray(listed) ? skillToolsIn(listed as unknown[]) : [],
  });
}

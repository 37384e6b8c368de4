import { request } from '../../core/dialects/plan.ts';
import { oddSchemes, skillsElsewhere } from '../../core/dialects/listing/unclaimed-resources.ts';
import { skillToolsIn } from '../../core/dialects/listing/skill-tools.ts';
import { isRecord, own } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import { listedFiles } from '../../core/files.ts';
import { rootOf } from '../../core/skill-place.ts';
import { skillTemplates } from '../../core/templates.ts';
import type { Problem } from '../../../shared/model/problem.ts';
import type { EngineParts } from '../parts.ts';
import type { ListingWalk } from './walk.ts';

/** What to say of a server with skills: which of its resources look like others. Asks for nothing. */
export function adviceOnOthers({ server, seen, beside, refused }: ListingWalk): Problem[] {
  let known: ReadonlySet<string> | null = null;
  return oddSchemes(server.inventory.resources.keys(), (uri) => {
    // Made where there is one to look up: most servers have none.
    known ??= new Set([
      ...[...seen.values()].flatMap((entry) => [
        entry.uri,
        rootOf(entry),
        `${rootOf(entry)}/`,
        ...listedFiles(entry).map((file) => file.uri),
      ]),
      ...beside.keys(),
      ...refused.flatMap((entry) => entry.uri ?? []),
    ]);
    return known.has(uri);
  });
}

/**
 * What to say of a server in which no skill was found: where else they seem to be. Asks for one page
 * of tools, where the server has any.
 */
export async function adviceOnNone(
  parts: Pick<EngineParts, 'links' | 'clock'>,
  { server, signal, templates }: ListingWalk,
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

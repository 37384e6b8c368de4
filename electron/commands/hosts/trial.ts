import { gatewayArgs } from '../../core/hosts/gateway-entry.ts';
import type { ServerConfig } from '../../core/server-config.ts';
import { visible } from '../../core/text.ts';
import type { ServerTrial } from '../../compose-trial.ts';
import type { EngineParts } from '../../engine/parts.ts';
import { permissionState } from '../../engine/servers/permission.ts';
import type { HostView } from '../../../shared/model/hosts.ts';

/** One protected entry, started as its app would start it, and as it would without Skillgate. */
export interface EntryTrial {
  readonly host: string;
  readonly label: string;
  readonly project: string;
  readonly server: string;
  readonly through: ServerTrial;
  /** Null where nobody allowed the server, so only the gateway's answer is known. */
  readonly direct: ServerTrial | null;
  /** What's different for the app, one line each. */
  readonly differences: readonly string[];
}

type Run = (label: string, config: ServerConfig) => Promise<ServerTrial>;

/**
 * Starts every protected entry that has no known problem, both ways, one after another: two of one
 * server may want the same port or file. A command that nobody allowed isn't started.
 */
export async function tryEntries(
  ctx: Pick<EngineParts, 'launcher' | 'catalogue' | 'consents' | 'options' | 'policy'>,
  hosts: readonly HostView[],
  run: Run,
  progress: (line: string) => void,
): Promise<readonly EntryTrial[]> {
  const { launcher, catalogue } = ctx;
  if (!launcher.ok) return [];
  const trials: EntryTrial[] = [];
  for (const { id, name, entries } of hosts)
    for (const { label, project, state, server, problem } of entries) {
      const known = server === null ? undefined : catalogue.servers.get(server);
      if (state !== 'through' || problem !== null || known === undefined) continue;
      progress(`Starting ${label} of ${name}`);
      const { command, env } = launcher.value;
      const args = gatewayArgs({ ...launcher.value, server: known.label, pin: null });
      const through = await run(label, { type: 'stdio', command, args, env });
      const { config } = known.configured;
      const isAllowed =
        config.ok && (await permissionState(ctx, known.label, config.value)) === 'allowed';
      const direct =
        isAllowed && config.value.type !== 'well-known' ? await run(label, config.value) : null;
      trials.push({
        ...{ host: id, label, project, server: known.label, through, direct },
        differences: differencesOf(through, direct, hidesTools(ctx)),
      });
    }
  return trials;
}

const hidesTools = ({ policy: { current } }: Pick<EngineParts, 'policy'>): boolean =>
  current.status === 'active' && current.policy.hideSkillTools;

function differencesOf(
  through: ServerTrial,
  direct: ServerTrial | null,
  mayHide: boolean,
): readonly string[] {
  if (through.outcome === 'failed')
    return [
      direct?.outcome === 'ready'
        ? `Through Skillgate it doesn’t work, and directly it does: ${through.reason}`
        : direct === null
          ? `It doesn’t work: ${through.reason}`
          : `It doesn’t work, with or without Skillgate: ${direct.reason}`,
    ];
  if (direct === null) return [];
  if (direct.outcome === 'failed')
    return [`Directly it doesn’t work, and through Skillgate it does: ${direct.reason}`];
  const lost = (kind: 'tools' | 'prompts'): readonly string[] => {
    const missing = direct[kind].filter((name) => !through[kind].includes(name));
    return missing.length === 0 || (kind === 'tools' && mayHide)
      ? []
      : [
          `Through Skillgate it lacks ${kind}: ${missing
            .slice(0, 10)
            .map((name) => visible(name, 60))
            .join(', ')}${missing.length > 10 ? ` and ${missing.length - 10} more` : ''}.`,
        ];
  };
  return [...lost('tools'), ...lost('prompts')];
}

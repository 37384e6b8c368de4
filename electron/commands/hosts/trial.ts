import { gatewayArgs, type GatewayLauncher } from '../../core/hosts/gateway-entry.ts';
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

export type TrialRunner = (label: string, config: ServerConfig) => Promise<ServerTrial>;

/**
 * Starts every protected entry that has no known problem, both ways, one after another: two of one
 * server may want the same port or file. A command that nobody allowed isn't started.
 */
export async function tryEntries(
  ctx: Pick<
    EngineParts,
    'launcher' | 'hostFiles' | 'catalogue' | 'consents' | 'options' | 'policy'
  >,
  hosts: readonly HostView[],
  run: TrialRunner,
  progress: (line: string) => void,
): Promise<readonly EntryTrial[]> {
  const { launcher, catalogue } = ctx;
  if (!launcher.ok) return [];
  // Entries of an earlier version name the installation, and then there may be no launcher.
  const isNamed = await ctx.hostFiles.canStart(launcher.value.command);
  const program = isNamed ? launcher.value : launcher.value.installation;
  const trials: EntryTrial[] = [];
  for (const { id, name, entries } of hosts)
    for (const { label, project, state, server, problem } of entries) {
      const known = server === null ? undefined : catalogue.servers.get(server);
      if (state !== 'through' || problem !== null || known === undefined) continue;
      progress(`Starting ${label} of ${name}`);
      const { config } = known.configured;
      const isAllowed =
        config.ok && (await permissionState(ctx, known.label, config.value)) === 'allowed';
      const compared = await tryServer(run, program, {
        ...{ label, server: known.label, mayHide: hidesTools(ctx) },
        config: isAllowed && config.value.type !== 'well-known' ? config.value : null,
      });
      trials.push({ host: id, label, project, server: known.label, ...compared });
    }
  return trials;
}

/** One server, through Skillgate and, if there's a `config`, directly: one after the other. */
export async function tryServer(
  run: TrialRunner,
  { command, args, env }: GatewayLauncher,
  given: {
    readonly label: string;
    readonly server: string;
    readonly config: ServerConfig | null;
    readonly mayHide: boolean;
  },
): Promise<Pick<EntryTrial, 'through' | 'direct' | 'differences'>> {
  const gateway = gatewayArgs({ command, args, env, server: given.server, pin: null });
  const through = await run(given.label, { type: 'stdio', command, args: gateway, env });
  const direct = given.config === null ? null : await run(given.label, given.config);
  return { through, direct, differences: differencesOf(through, direct, given.mayHide) };
}

/** What a trial showed, as the rest of a sentence about its server. */
export function trialText({
  through,
  differences,
}: Pick<EntryTrial, 'through' | 'differences'>): string {
  if (differences.length > 0) return differences.join(' ');
  const tools = through.outcome === 'ready' ? through.tools.length : 0;
  return `works the same through Skillgate as directly (${tools} ${tools === 1 ? 'tool' : 'tools'})`;
}

export const hidesTools = ({ policy: { current } }: Pick<EngineParts, 'policy'>): boolean =>
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

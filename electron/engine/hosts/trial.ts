import { gatewayArgs, type GatewayLauncher } from '../../core/hosts/gateway-entry.ts';
import { visible } from '../../core/text.ts';
import { counted, grouped } from '../../../shared/size-text.ts';
import type { HostView } from '../../../shared/model/hosts.ts';
import type { ServerContext, SkillContext } from '../contexts.ts';
import type { ServerConfig, ServerTrial } from '../ports/servers.ts';
import { permissionState } from '../servers/permission.ts';

/** One server, started as its app would start it, and as it would without Skillgate. */
interface ComparedTrials {
  readonly through: ServerTrial;
  /** Null where only the gateway's answer is known. */
  readonly direct: ServerTrial | null;
  /** What's different for the app, one line each. */
  readonly differences: readonly string[];
}

export interface EntryTrial extends ComparedTrials {
  readonly host: string;
  readonly label: string;
  readonly project: string;
  readonly server: string;
}

/**
 * Starts every protected entry that has no known problem, both ways, one after another: two of one
 * server may want the same port or file. A command that nobody allowed isn't started.
 */
export async function tryEntries(
  parts: ServerContext,
  hosts: readonly HostView[],
  progress: (line: string) => void,
): Promise<readonly EntryTrial[]> {
  const { launcher, catalogue } = parts;
  if (!launcher.ok) return [];
  // Entries of an earlier version name the installation, and then there may be no launcher.
  const isNamed = await parts.hostFiles.canStart(launcher.value.command);
  const program = isNamed ? launcher.value : launcher.value.installation;
  const trials: EntryTrial[] = [];
  for (const { id, name, entries } of hosts)
    for (const { label, project, state, server, problem } of entries) {
      const known = server === null ? undefined : catalogue.servers.get(server);
      if (state !== 'through' || problem !== null || known === undefined) continue;
      progress(`Starting ${label} of ${name}`);
      const { config } = known.configured;
      const isAllowed =
        config.ok && (await permissionState(parts, known.label, config.value)) === 'allowed';
      const compared = await tryServer(parts, program, {
        ...{ label, server: known.label, signal: new AbortController().signal },
        config: isAllowed ? config.value : null,
      });
      trials.push({ host: id, label, project, server: known.label, ...compared });
    }
  return trials;
}

/** One server, through Skillgate and, if there's a `config`, directly: one after the other. */
export async function tryServer(
  { trial, policy }: ServerContext,
  { command, args, env }: GatewayLauncher,
  given: {
    readonly label: string;
    readonly server: string;
    readonly config: ServerConfig | null;
    readonly signal: AbortSignal;
  },
): Promise<ComparedTrials> {
  const { label, config, signal } = given;
  const gateway = gatewayArgs({ command, args, env, server: given.server, pin: null });
  const through = await trial(label, { type: 'stdio', command, args: gateway, env }, signal);
  const direct =
    config === null || config.type === 'well-known' ? null : await trial(label, config, signal);
  return { through, direct, differences: differencesOf(through, direct, hidesTools(policy)) };
}

/** What a trial showed, as the rest of a sentence about its server. */
export function trialText({ through, direct, differences }: ComparedTrials): string {
  if (differences.length > 0) return differences.join(' ');
  const tools = through.outcome === 'ready' ? through.tools.length : 0;
  const same =
    'works the same through Skillgate as ' +
    `directly${tools === 0 ? '' : ` (${counted(tools, 'tool')})`}`;
  const given = skillsText(through, direct);
  return given === null ? same : `${same}, and the app ${given}`;
}

/** Which of a server's skills an app gets, if the server lists them; `gets 1 of its 3 skills …`. */
function skillsText(through: ServerTrial, direct: ServerTrial | null): string | null {
  if (through.outcome !== 'ready' || direct?.outcome !== 'ready') return null;
  if (through.skills === null || direct.skills === null || direct.skills === 0) return null;
  const all = counted(direct.skills, 'skill');
  if (through.skills > 0)
    return `gets ${grouped(through.skills)} of its ${all}, which you approved`;
  return direct.skills === 1
    ? 'doesn’t get its one skill until you approve it'
    : `gets none of its ${all} until you approve them`;
}

/** Whether an app would lose something by going through Skillgate. */
export const isWorse = ({ direct, differences }: ComparedTrials): boolean =>
  direct?.outcome === 'ready' && differences.length > 0;

const hidesTools = ({ current }: SkillContext['policy']): boolean =>
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

import { canonicalJson } from '../../core/canonical-json.ts';
import { freeLabel, tidyLabel } from '../../core/import/label.ts';
import { consentFingerprint } from '../../core/start/fingerprint.ts';
import type { ServerConfig } from '../ports/servers.ts';
import type { ServerContext } from '../contexts.ts';

/** A server that Skillgate has or is going to have, and uses for an entry. */
export interface PlannedServer {
  readonly label: string;
  readonly config: ServerConfig;
  readonly isNew: boolean;
  /** A person allowed it before. */
  readonly isAllowed: boolean;
  /** The file that its command means on this machine; null if there is none. */
  readonly program: string | null;
  /** The file that has its entry before anything is written. */
  readonly origin: string;
}

/**
 * What makes a server this one: what its identity counts, and its secrets. Skillgate's own settings,
 * such as a start timeout or folder, aren't in a host's entry.
 */
function comparable(config: ServerConfig): string {
  if (config.type === 'stdio') {
    const { command, args, cwd = '', env } = config;
    return canonicalJson({ command, args, cwd, env });
  }
  const { type, url, headers, oauth = {} } = config;
  return canonicalJson({ type, url, headers, oauth });
}

/**
 * Skillgate's labels for servers of hosts. The same server with the same secrets is one; with
 * different secrets it's a second one, because one host's key isn't for another host. `planned`:
 * what plans before this one add.
 */
export async function serversFor(
  { servers, consents, startPlaces }: ServerContext,
  hostFile: string,
  planned: readonly PlannedServer[] = [],
) {
  const known = new Map<string, string>();
  const used = new Map<string, PlannedServer>();
  const stored = (await servers.list()).filter(({ folder }) => folder === undefined);
  for (const { label, config } of stored)
    known.set(label, config.ok ? comparable(config.value) : '');
  for (const { label, config } of planned) known.set(label, comparable(config));
  return {
    async labelOf(wanted: string, config: ServerConfig): Promise<string> {
      const same = comparable(config);
      const there = [...known].find(([, one]) => one === same)?.[0];
      return there ?? freeLabel(tidyLabel(wanted) || 'server', known);
    },
    async use(label: string, given: ServerConfig): Promise<void> {
      const there = stored.find((one) => one.label === label);
      const isNew = there === undefined;
      // What is stored is what starts: its permission covers the folder that it starts in.
      const config = there?.config.ok === true ? there.config.value : given;
      known.set(label, comparable(given));
      const state = await consents.state(label, consentFingerprint(config));
      const isAllowed = !isNew && state === 'allowed';
      const program = config.type === 'stdio' ? await startPlaces.programOf(config) : null;
      const origin = isNew ? hostFile : servers.path;
      used.set(label, { label, config, isNew, isAllowed, program, origin });
    },
    used: () => [...used.values()],
  };
}

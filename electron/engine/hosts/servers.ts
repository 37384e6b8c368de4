import { canonicalJson } from '../../core/canonical-json.ts';
import { freeLabel, tidyLabel } from '../../core/import/label.ts';
import { consentFingerprint } from '../../core/start/fingerprint.ts';
import type { ServerConfig } from '../ports/servers.ts';
import type { HostParts } from './view.ts';

/** A server that Skillgate is going to have, or may use from then on. */
export interface PlannedServer {
  readonly label: string;
  readonly config: ServerConfig;
  readonly isNew: boolean;
}

/** Where Skillgate itself starts a server is nothing that a host's entry says. */
function comparable(config: ServerConfig): string {
  if (config.type !== 'stdio') return canonicalJson(config);
  const { startIn: _, ...others } = config;
  return canonicalJson(others);
}

/**
 * Skillgate's labels for the servers in hosts' files. The same server with the same secrets gets
 * one label; with different secrets it gets a second, because nobody said that both hosts share a
 * key.
 */
export async function serversFor({ servers, consents }: Pick<HostParts, 'servers' | 'consents'>) {
  const known = new Map<string, string>();
  const used = new Map<string, PlannedServer>();
  const stored = await servers.list();
  for (const { label, config } of stored)
    known.set(label, config.ok ? comparable(config.value) : '');
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
      if (isNew || state !== 'allowed') used.set(label, { label, config, isNew });
    },
    used: () => [...used.values()],
  };
}

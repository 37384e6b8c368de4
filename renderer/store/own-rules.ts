import { useEffect, useState, useMemo } from 'react';
import type { HostRulesView, HostView } from '../../shared/model/hosts.ts';
import { useApi, useApp, useActions } from './context.ts';

/** Decisions in apps' own settings, as they stand now; asked again after each decision. */
export function useOwnRules(): {
  readonly rules: readonly HostRulesView[];
  readonly again: () => Promise<void>;
} {
  const api = useApi();
  const [rules, setRules] = useState<readonly HostRulesView[]>([]);
  // Decisions change the rules, and what the settings say may have changed since.
  const store = useApp((app) => app.store);
  const found = useApp((app) => app.hosts.found);
  const [look] = useState(() => async (): Promise<void> => {
    // A lost connection is said at the top of the page.
    const reply = await api.getHostRules({}).catch(() => null);
    if (reply?.ok === true) setRules(reply.value.rules);
  });
  useEffect(() => void look(), [look, store, found]);
  return { rules, again: look };
}

/** What apps do with one local skill, by its name. */
interface LocalStanding {
  /** Names of apps whose settings turn it off. */
  readonly off: readonly string[];
  /** Names of apps here that could, and aren't told to. */
  readonly could: readonly string[];
}

export function useLocalStanding(name: string): LocalStanding {
  const { rules } = useOwnRules();
  const hosts = useApp((app) => app.hosts.found?.hosts) ?? [];
  const named = rules.flatMap(({ host, byName, isOn, off }) => {
    const app = hosts.find(({ id, status }) => id === host && status !== 'absent');
    return byName && app !== undefined ? [{ app: app.name, isOn, isOff: off.includes(name) }] : [];
  });
  return {
    off: named.filter(({ isOff }) => isOff).map(({ app }) => app),
    could: named.filter(({ isOn }) => !isOn).map(({ app }) => app),
  };
}

/**
 * How many of the apps that have servers reach all of them through this Skillgate. An entry that
 * leads to a Skillgate elsewhere, or that doesn't work, isn't known to be protected.
 */
export function countProtected(hosts: readonly HostView[]): { whole: number; all: number } {
  const apps = new Map<string, boolean>();
  for (const { id, status, entries } of hosts) {
    if (status === 'absent' || (status === 'ready' && entries.length === 0)) continue;
    const isWhole =
      status === 'ready' &&
      entries.every(({ state, problem }) => state === 'through' && problem === null);
    apps.set(id, isWhole && apps.get(id) !== false);
  }
  return { whole: [...apps.values()].filter(Boolean).length, all: apps.size };
}

/**
 * The count, or null if it isn't known. Other programs change their files, so focus looks again.
 */
export function useProtectedApps(): ReturnType<typeof countProtected> | null {
  const { lookForHosts } = useActions();
  const isReady = useApp((app) => app.link.status === 'ready');
  const { found, error } = useApp((app) => app.hosts);
  useEffect(() => {
    if (!isReady) return undefined;
    const look = (): void => void lookForHosts();
    look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [isReady, lookForHosts]);
  return useMemo(
    () => (found === null || error !== null ? null : countProtected(found.hosts)),
    [found, error],
  );
}

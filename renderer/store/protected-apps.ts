import { useEffect, useMemo } from 'react';
import type { HostView } from '../../shared/model/hosts.ts';
import { useActions, useApp } from './context.ts';

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

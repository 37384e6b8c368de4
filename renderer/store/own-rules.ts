import { useEffect, useState } from 'react';
import type { HostRulesView } from '../../shared/model/hosts.ts';
import { useApi, useApp } from './context.ts';

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
export interface LocalStanding {
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

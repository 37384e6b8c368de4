import type { RequestHandlers } from '../../../shared/contract.ts';
import { fault } from '../../engine/errors.ts';
import { applyHost, previewHost, type PendingChanges } from '../../engine/hosts/change.ts';
import {
  applyShownRules,
  previewRules,
  windowRules,
  type PendingRules,
} from '../../engine/hosts/rule-change.ts';
import { hostViews } from '../../engine/hosts/view.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { good, bad, reply, unconfirmed } from './replies.ts';

/** MCP hosts' own files, and what hosts are waiting for. */
export function hostHandlers(parts: AppContext) {
  const hostChanges: PendingChanges = new Map();
  const ruleChanges: PendingRules = new Map();
  return {
    getHosts: async () =>
      good({
        hosts: await hostViews(parts),
        problem: parts.launcher.ok ? null : parts.launcher.error,
      }),
    previewHost: async (input, caller) => {
      const change = await previewHost(parts, hostChanges, input);
      return change.ok
        ? good({ ...change.value, challenge: caller.challenge('applyHost') })
        : bad(change.error);
    },
    getHostRules: async () => good({ rules: await windowRules(parts) }),
    previewHostRules: async (input, caller) => {
      const change = await previewRules(parts, ruleChanges, input);
      return change.ok
        ? good({ ...change.value, challenge: caller.challenge('applyHost') })
        : bad(change.error);
    },
    applyHost: async ({ changeId, proof, isUntested }, caller) => {
      if (!caller.confirms({ request: 'applyHost', changeId }, proof)) return unconfirmed;
      return reply(
        ruleChanges.has(changeId)
          ? await applyShownRules(parts, ruleChanges, changeId)
          : await applyHost(parts, hostChanges, { changeId, isUntested }),
      );
    },
    dismissWaiting: async ({ keys }) =>
      (await parts.waitingQueue.dismiss(keys))
        ? good({})
        : bad(fault('store', 'Couldn’t save the list.')),
  } satisfies Partial<RequestHandlers>;
}

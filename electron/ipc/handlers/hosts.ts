import type { RequestHandlers, RequestError } from '../../../shared/contract.ts';
import { fault } from '../../engine/options.ts';
import {
  applyHost,
  previewHost,
  type PendingChanges,
  applyShownRules,
  previewRules,
  windowRules,
  type PendingRules,
} from '../../engine/hosts/change.ts';
import { hostViews } from '../../engine/hosts/view.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { good, bad, reply, unconfirmed, lookups, type HandlerOptions } from './lookups.ts';
import type { SignInProblem } from '../../../shared/model/sign-in.ts';
import { resourceOf } from '../../engine/signing-in/account.ts';
import { settingsSchema } from '../../../shared/model/settings.ts';
import { snapshotOf } from '../../engine/application.ts';
import { parseUrl } from '../../../shared/url.ts';

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

/** Signing in to servers and out again; progress arrives as events. */
export function signInHandlers({
  parts,
  openSignIn,
}: Pick<HandlerOptions, 'parts' | 'openSignIn'>) {
  const { onServer } = lookups(parts);
  const { signIns } = parts;
  return {
    signIn: (input) =>
      onServer(input.server, async (server) => {
        if (resourceOf(server) === null)
          return bad(fault('bad-input', 'You can only sign in to a server that has an address.'));
        const { status } = server.connection;
        // Someone else supplied its address, and the person hasn't allowed contacting it.
        if (status === 'uncontacted' || status === 'disabled')
          return bad(fault('needs-consent', 'Connect to the server first.'));
        return good({ id: signIns.begin(server).id });
      }),
    openSignIn: (input) =>
      onServer(input.server, async (server) => {
        const opening = signIns.open(server, input.id);
        if (!opening.ok) return bad(faultOf(opening.error));
        return good({ opened: await openSignIn(opening.value) });
      }),
    finishSignIn: (input) =>
      onServer(input.server, async (server) => {
        const taken = signIns.finish(server, input.id, input.address);
        return taken.ok ? good({}) : bad(faultOf(taken.error));
      }),
    cancelSignIn: (input) =>
      onServer(input.server, async (server) => {
        signIns.cancel(server);
        return good({});
      }),
    signOut: (input) =>
      onServer(input.server, async (server) => {
        const out = await signIns.signOut(server);
        return out.ok ? good({ outcome: out.value }) : bad(faultOf(out.error));
      }),
  } satisfies Partial<RequestHandlers>;
}

const faultOf = ({ reason, message }: SignInProblem): RequestError =>
  fault(
    reason === 'not-an-answer' ? 'bad-input' : reason === 'not-kept' ? 'store' : 'stale',
    message,
  );

/** Requests about the app itself: startup, work in progress, settings, and what its shell does. */
export function appHandlers(options: HandlerOptions) {
  const { parts, seq, about, openExternal } = options;

  return {
    getSnapshot: async () => good(snapshotOf(parts, seq(), about)),
    cancel: async ({ operationId }) =>
      parts.operations.cancel(operationId)
        ? good({})
        : bad(fault('not-found', 'This task has already ended.')),
    closeResult: async ({ operationId }) =>
      parts.operations.close(operationId)
        ? good({})
        : bad(fault('not-found', 'This result is no longer available.')),
    saveSettings: async (change) => {
      const next = settingsSchema.parse({ ...parts.settings.current, ...change });
      parts.settings.current = next;
      parts.publish({ type: 'settings', settings: next });
      const saved = await parts.settingsStore.save(next);
      return saved.ok ? good(next) : bad(fault('store', 'Couldn’t save the settings.'));
    },
    saveFile: async ({ name, text }) => {
      const saved = await options.saveFile(name, text);
      return saved.ok ? good({ saved: saved.value }) : bad(fault('store', saved.error));
    },
    chooseFolder: async () => good({ path: await options.chooseFolder() }),
    openExternal: async ({ url }) => {
      if (parseUrl(url)?.protocol !== 'https:')
        return bad(fault('refused', 'Skillgate only opens https addresses.'));
      return good({ opened: await openExternal(url) });
    },
  } satisfies Partial<RequestHandlers>;
}

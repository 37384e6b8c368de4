import type { Handlers, Reply, RequestError, Snapshot } from '../../shared/contract.ts';
import type { Result } from '../../shared/result.ts';
import { settingsSchema } from '../../shared/model/settings.ts';
import { snapshotOf } from '../usecases/application.ts';
import { applyBundle } from '../usecases/deciding/bundles/apply.ts';
import type { PendingBundles } from '../usecases/deciding/bundles/bundle.ts';
import { exportBundle } from '../usecases/deciding/bundles/export.ts';
import { previewBundle } from '../usecases/deciding/bundles/preview.ts';
import { changesReport } from '../usecases/reading/changes-export.ts';
import { changesOf, diffOf } from '../usecases/reading/changes.ts';
import {
  addSampleServer,
  addServer,
  allowStart,
  removeServer,
  setServerEnabled,
  openServer,
  updateServer,
  viewStart,
} from '../usecases/servers/configure.ts';
import { decideSkills } from '../usecases/deciding/decide.ts';
import { undoDecisions } from '../usecases/deciding/undo.ts';
import { readDirectory } from '../usecases/reading/directory.ts';
import { fault } from '../usecases/errors.ts';
import { answerFinding, reopenFinding } from '../usecases/findings/answer.ts';
import { findingsOf } from '../usecases/findings/findings.ts';
import { fileView } from '../usecases/reading/file-view.ts';
import { forgetEverything } from '../usecases/deciding/forget.ts';
import { auditPage, auditText, historyOf } from '../usecases/deciding/history.ts';
import { applyHost, previewHost, type PendingChanges } from '../usecases/hosts/change.ts';
import { hostViews } from '../usecases/hosts/view.ts';
import {
  applyImport,
  createPendingImports,
  findImports,
  previewImport,
} from '../usecases/servers/import.ts';
import { openSkill, touch } from '../usecases/listing/open-skill.ts';
import type { Parts } from '../usecases/parts.ts';
import { listWithProgress } from '../usecases/servers/roster.ts';
import { readAll } from '../usecases/reading/read-all.ts';
import { completeTemplate, expandTemplate, templatesOf } from '../usecases/listing/templates.ts';
import { verifySkills } from '../usecases/reading/verify.ts';
import { skillDetail } from '../usecases/catalogue/views.ts';
import type { Server, Skill } from '../usecases/catalogue/server.ts';
import { parseUrl } from '../../shared/url.ts';

export interface HandlerOptions {
  readonly parts: Parts;
  readonly seq: () => number;
  readonly about: Pick<Snapshot, 'version' | 'shell' | 'platform' | 'dataFolder'>;
  /** Opens an https address outside, after the shell's own confirmation. */
  readonly openExternal: (url: string) => Promise<boolean>;
  /** Saves text where the person says; false when they chose no place. The error is for people. */
  readonly saveFile: (name: string, text: string) => Promise<Result<boolean, string>>;
}

const good = <T>(value: T): Reply<T> => ({ ok: true, value });
const bad = (error: RequestError): { readonly ok: false; readonly error: RequestError } => ({
  ok: false,
  error,
});
const reply = <T>(result: Result<T, RequestError>): Reply<T> =>
  result.ok ? good(result.value) : bad(result.error);

/** A program that reached the channel, but not what only the page's own dialogs hold. */
const unconfirmed = bad(
  fault('forbidden', 'This was not confirmed in its dialog, or too late. Open the dialog again.'),
);

/** One handler per request of the contract; a missing one does not compile. */
export function createHandlers(options: HandlerOptions): Handlers {
  const { parts, seq, about, openExternal } = options;
  const pending = createPendingImports();
  const bundles: PendingBundles = new Map();
  const hostChanges: PendingChanges = new Map();

  const onServer = async <T>(
    label: string,
    run: (server: Server) => Promise<Reply<T>>,
  ): Promise<Reply<T>> => {
    const server = parts.catalogue.servers.get(label);
    return server === undefined
      ? bad(fault('not-found', `There is no server labelled ${label}.`))
      : run(server);
  };
  const onSkill = <T>(
    label: string,
    uri: string,
    run: (skill: Skill) => Promise<Reply<T>>,
  ): Promise<Reply<T>> =>
    onServer(label, async (server) => {
      const skill = server.skills.get(uri);
      return skill === undefined
        ? bad(fault('not-found', `${label} does not serve this skill any more.`))
        : run(skill);
    });
  const verify = (
    server: Server,
    uri: string | null,
    skills: () => readonly Skill[],
  ): Reply<{ operationId: string }> => {
    const { operationId } = parts.operations.start(
      'verify',
      server.label,
      uri,
      (signal, progress) => verifySkills(parts, skills(), { signal, keep: true }, progress),
    );
    return good({ operationId });
  };

  return {
    getSnapshot: async () => good(snapshotOf(parts, seq(), about)),

    addServer: async ({ label, server }) => reply(await addServer(parts, label, server)),
    updateServer: async ({ label, newLabel, server }) =>
      reply(await updateServer(parts, label, newLabel, server)),
    removeServer: async (input) =>
      reply(
        await removeServer(parts, input.server, {
          decisions: input.forgetDecisions,
          cache: input.forgetCache,
        }),
      ),
    setServerEnabled: async (input) =>
      reply(await setServerEnabled(parts, input.server, input.enabled)),
    viewStart: async (input, caller) => {
      const view = viewStart(parts, input.server);
      return view.ok
        ? good({ ...view.value, challenge: caller.challenge('allowStart') })
        : bad(view.error);
    },
    allowStart: async ({ server, fingerprint, proof }, caller) =>
      caller.confirms({ request: 'allowStart', server, fingerprint }, proof)
        ? reply(await allowStart(parts, server, fingerprint))
        : unconfirmed,
    reconnectServer: (input) =>
      onServer(input.server, async (server) => {
        void openServer(parts, server);
        return good({});
      }),
    addSampleServer: async () => reply(await addSampleServer(parts)),
    previewPaste: async ({ text }) =>
      good(await previewImport(parts, pending, text, 'Pasted', null)),
    findImports: async () => good(await findImports(parts, pending)),
    applyImport: async ({ importId, labels }) =>
      reply(await applyImport(parts, pending, importId, labels)),

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
    applyHost: async ({ changeId, proof }, caller) =>
      caller.confirms({ request: 'applyHost', changeId }, proof)
        ? reply(await applyHost(parts, hostChanges, changeId))
        : unconfirmed,

    dismissWaiting: async ({ keys }) =>
      (await parts.waitingQueue.dismiss(keys))
        ? good({})
        : bad(fault('store', 'The list could not be written.')),

    refreshServer: (input) =>
      onServer(input.server, async (server) => {
        if (!parts.links.isOpen(server))
          return bad(fault('not-connected', 'The server is not connected; reconnect first.'));
        return good({ operationId: listWithProgress(parts, server).operationId });
      }),
    openByUri: (input) =>
      onServer(input.server, async (server) => {
        const found = await openSkill(parts, server, input.uri.trim());
        return found.ok ? good(skillDetail(found.value)) : bad(found.error);
      }),
    refreshSkill: (input) =>
      onServer(input.server, async (server) => {
        const found = await openSkill(parts, server, input.uri);
        return found.ok ? good(skillDetail(found.value)) : bad(found.error);
      }),
    getSkill: (input) =>
      onSkill(input.server, input.uri, async (skill) => {
        touch(parts, skill);
        return good(skillDetail(skill));
      }),
    readFile: (input) =>
      onSkill(input.server, input.uri, async (skill) =>
        good(await fileView(parts, skill, input.file, input.full)),
      ),
    getFindings: (input) =>
      onSkill(input.server, input.uri, async (skill) => good(findingsOf(skill))),
    answerFinding: ({ server, uri, ...said }) =>
      onSkill(server, uri, async (skill) => {
        const answered = await answerFinding(parts, skill, said);
        return answered.ok ? good({}) : bad(answered.error);
      }),
    reopenFinding: ({ server, uri, answer }) =>
      onSkill(server, uri, async (skill) => {
        const reopened = await reopenFinding(parts, skill, answer);
        return reopened.ok ? good({}) : bad(reopened.error);
      }),
    verifySkill: (input) =>
      onSkill(input.server, input.uri, async (skill) =>
        verify(skill.server, skill.entry.uri, () => [skill]),
      ),
    verifyServer: (input) =>
      onServer(input.server, async (server) =>
        verify(server, null, () => [...server.skills.values()]),
      ),
    readAll: (input) =>
      onSkill(input.server, input.uri, async (skill) => {
        const { operationId } = parts.operations.start(
          'read-all',
          skill.server.label,
          skill.entry.uri,
          async (signal, progress) => {
            const { complete, message } = await readAll(parts, skill, { signal }, progress);
            if (!complete && !signal.aborted) throw new Error(message);
            return message;
          },
        );
        return good({ operationId });
      }),
    listTemplates: (input) => onServer(input.server, async (server) => good(templatesOf(server))),
    completeTemplate: (input) =>
      onServer(input.server, async (server) => reply(await completeTemplate(parts, server, input))),
    expandTemplate: (input) =>
      onServer(input.server, async (server) =>
        reply(expandTemplate(server, input.template, input.values)),
      ),
    readDirectory: (input) =>
      onSkill(input.server, input.uri, async (skill) =>
        reply(await readDirectory(parts, skill, input.folder)),
      ),
    cancel: async ({ operationId }) =>
      parts.operations.cancel(operationId)
        ? good({})
        : bad(fault('not-found', 'This work has ended already.')),

    approve: async ({ items, note, expiresAt }) =>
      good(await decideSkills(parts, items, { action: 'approve', note, expiresAt })),
    deny: async ({ items, note }) =>
      good(await decideSkills(parts, items, { action: 'deny', note })),
    revoke: async ({ items }) => good(await decideSkills(parts, items, { action: 'revoke' })),
    allowSession: async ({ items }) =>
      good(await decideSkills(parts, items, { action: 'session' })),
    undo: async ({ items }) => good(await undoDecisions(parts, items)),
    getChanges: (input) =>
      onSkill(input.server, input.uri, async (skill) => good(await changesOf(parts, skill))),
    getDiff: (input) =>
      onSkill(input.server, input.uri, async (skill) =>
        reply(await diffOf(parts, skill, input.file, input.since)),
      ),

    exportChanges: (input) =>
      onSkill(input.server, input.uri, async (skill) => {
        const report = await changesReport(parts, skill);
        return report.ok ? good({ markdown: report.value.markdown }) : bad(report.error);
      }),

    getHistory: async ({ server, uri }) => reply(await historyOf(parts, server, uri)),
    getAudit: async ({ before, limit, ...filter }) =>
      reply(await auditPage(parts, filter, before, limit)),
    exportAudit: async (filter) => reply(await auditText(parts, filter)),
    exportBundle: async ({ items }) => reply(await exportBundle(parts, items)),
    previewBundle: async ({ text }, caller) =>
      good({
        ...(await previewBundle(parts, bundles, text)),
        challenge: caller.challenge('trustKey'),
      }),
    applyBundle: async ({ bundleId, trustKey, older }, caller) =>
      trustKey === null || caller.confirms({ request: 'trustKey', bundleId }, trustKey)
        ? reply(await applyBundle(parts, bundles, bundleId, { trustKey: trustKey !== null, older }))
        : unconfirmed,
    clearAll: async () => reply(await forgetEverything(parts)),

    getLog: async ({ server }) => good([...parts.log.lines(server)]),
    getLogMessage: async ({ id }) => good({ json: parts.log.body(id) }),

    saveSettings: async (change) => {
      const next = settingsSchema.parse({ ...parts.settings.current, ...change });
      parts.settings.current = next;
      parts.publish({ type: 'settings', settings: next });
      const saved = await parts.settingsStore.save(next);
      return saved.ok ? good(next) : bad(fault('store', 'The settings could not be written.'));
    },
    saveFile: async ({ name, text }) => {
      const saved = await options.saveFile(name, text);
      return saved.ok ? good({ saved: saved.value }) : bad(fault('store', saved.error));
    },
    openExternal: async ({ url }) => {
      if (parseUrl(url)?.protocol !== 'https:')
        return bad(fault('refused', 'Only https addresses are opened.'));
      return good({ opened: await openExternal(url) });
    },
  };
}

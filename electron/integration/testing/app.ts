import { compose, type WindowApplication } from '../../compose.ts';
import { createConfirmations } from '../../ipc/admission.ts';
import { confirmer, type Confirm } from './confirmer.ts';
import { dispatch } from '../../ipc/dispatch.ts';
import type { ConnectionBounds } from '../../mcp/pipe-budget.ts';
import { bundled } from '../../mcp/testing/servers.ts';
import type {
  AppEvent,
  RequestReply,
  RequestInput,
  RequestName,
  RequestOutput,
  AppSnapshot,
} from '../../../shared/contract.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { LogDetail, LogRow } from '../../../shared/model/log.ts';
import { mostLogRows } from '../../../shared/model/plain.ts';
import type { FileView } from '../../../shared/model/file-view.ts';
import type { ServerView } from '../../../shared/model/server.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import type { SignInOpening } from '../../engine/signing-in/sign-in-sessions.ts';
import { makePlace, storeServers, type Entry, type Place } from './place.ts';
import { processesNaming } from './processes.ts';
import { until } from './until.ts';
import { ok } from '../../../shared/result.ts';

export interface AppOptions {
  /** A list named with `--config`; without it, the stored `servers.json` is used. */
  readonly session?: Readonly<Record<string, Entry>>;
  /** False asks before its commands start, as without `--allow-start`. */
  readonly allowStart?: boolean;
  /** `SKILLGATE_CONFIG` names the list, not the command line. */
  readonly fromEnvironment?: boolean;
  readonly stored?: Readonly<Record<string, Entry>>;
  readonly bounds?: Partial<ConnectionBounds>;
  readonly autoRetry?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly place?: Place;
}

export interface TestApp {
  readonly place: Place;
  /** Every event so far, in order. */
  readonly events: readonly AppEvent[];
  /** What a browser would have been asked to open for signing in. */
  readonly openings: readonly SignInOpening[];
  reply<N extends RequestName>(
    name: N,
    input: RequestInput<N>,
  ): Promise<RequestReply<RequestOutput<N>>>;
  /** The same, for a request that must succeed. */
  ask<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestOutput<N>>;
  /** Proves a confirmation as the page's dialogs do. */
  readonly confirm: Confirm;
  /** Gives permission to start what is shown now. */
  start(label: string): Promise<void>;
  snapshot(): Promise<AppSnapshot>;
  server(label: string): Promise<ServerView>;
  /** The protocol log, oldest first; one server's if named. */
  log(label?: string): Promise<readonly LogRow[]>;
  /** The same with every stored body. */
  bodies(): Promise<readonly LogDetail[]>;
  /** Waits until the server has been listed, or won't be on its own. */
  settled(label: string): Promise<ServerView>;
  row(label: string, uri: string): Promise<SkillRow>;
  rows(label: string): Promise<readonly SkillRow[]>;
  /** Lists again and waits for the end. */
  relist(label: string): Promise<ServerView>;
  read(label: string, uri: string, file?: string): Promise<FileView>;
  verify(label: string, uri?: string): Promise<Extract<AppEvent, { type: 'operation' }>>;
  finished(operationId: string): Promise<Extract<AppEvent, { type: 'operation' }>>;
  detail(label: string, uri: string): Promise<SkillDetail>;
  /** Decides on the current state. */
  approve(
    label: string,
    uri: string,
    options?: {
      readonly grants?: readonly string[];
      readonly note?: string;
      readonly expiresAt?: string;
    },
  ): Promise<string>;
  decide(action: 'deny' | 'revoke' | 'allowSession', label: string, uri: string): Promise<string>;
  /** Closes the app and fails if one of its processes is left. */
  close(): Promise<void>;
}

/**
 * The product without a window: the real stores, connections and processes behind the contract that
 * a window uses.
 */
export async function openApp(options: AppOptions): Promise<TestApp> {
  const place = options.place ?? makePlace();
  if (options.stored !== undefined) storeServers(place, options.stored);
  const sessionConfig =
    options.session === undefined
      ? null
      : place.write('session.json', { mcpServers: options.session });
  const openings: SignInOpening[] = [];
  const app: WindowApplication = await compose(
    {
      place: {
        platform: process.platform,
        home: place.home,
        env: {
          SKILLGATE_HOME: place.data,
          ...options.env,
          ...(options.fromEnvironment === true && sessionConfig !== null
            ? { SKILLGATE_CONFIG: sessionConfig }
            : {}),
        },
      },
      cwd: place.root,
      version: '0.0.0',
      userName: 'tester',
      sample: { command: process.execPath, args: [bundled('sample')] },
      command: { command: process.execPath, args: [place.path('cli.js')] },
      sessionConfig,
      allowStart: options.allowStart ?? options.fromEnvironment !== true,
      autoRetry: options.autoRetry ?? false,
      ...(options.bounds === undefined ? {} : { bounds: options.bounds }),
    },
    {
      shell: 'browser',
      openExternal: async () => true,
      openSignIn: async (opening) => openings.push(opening) > 0,
      saveFile: async () => ok(true),
      chooseFolder: async () => null,
    },
  );
  const events: AppEvent[] = [];
  app.subscribe(({ event }) => events.push(event));
  const unexpected: unknown[] = [];

  const window = createConfirmations(Date.now);
  const confirm = confirmer(window.key);
  const reply: TestApp['reply'] = async (name, input) =>
    (await dispatch(app.handlers, window, name, input, (error) => unexpected.push(error))) as never;
  const ask: TestApp['ask'] = async (name, input) => {
    const answer = await reply(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.error.code}: ${answer.error.message}`);
    return answer.value;
  };
  const start = async (label: string): Promise<void> => {
    const { fingerprint, challenge } = await ask('viewStart', { server: label });
    const subject = { server: label, fingerprint };
    const proof = confirm(challenge, { request: 'allowStart', ...subject });
    await ask('allowStart', { ...subject, proof });
  };
  const snapshot = (): Promise<AppSnapshot> => ask('getSnapshot', {});
  const server: TestApp['server'] = async (label) => {
    const found = (await snapshot()).servers.find((one) => one.label === label);
    if (found === undefined) throw new Error(`there is no server ${label}`);
    return found;
  };
  const log: TestApp['log'] = async (label) => {
    const page = await ask('getLog', { log: null, epoch: null, after: 0, limit: mostLogRows });
    if (page.more) throw new Error(`the log has more than ${mostLogRows} rows`);
    return page.rows
      .filter((one) => label === undefined || one.server === label)
      .sort((a, b) => a.id - b.id);
  };
  const bodies: TestApp['bodies'] = async () =>
    Promise.all(
      (await log()).map(async ({ id }) => {
        const { detail } = await ask('getLogDetail', { log: null, id });
        if (detail === null) throw new Error(`row ${id} has left the log`);
        return detail;
      }),
    );
  const rows: TestApp['rows'] = async (label) =>
    (await snapshot()).skills.filter((row) => row.server === label);
  const row: TestApp['row'] = async (label, uri) => {
    const found = (await rows(label)).find((one) => one.uri === uri);
    if (found === undefined) throw new Error(`${label} has no skill ${uri}`);
    return found;
  };
  const finished: TestApp['finished'] = (operationId) =>
    until(
      `operation ${operationId}`,
      () =>
        events.find(
          (event) =>
            event.type === 'operation' &&
            event.operationId === operationId &&
            event.status !== 'running',
        ) as never,
    );
  const settled: TestApp['settled'] = (label) =>
    until(`${label} to settle`, async () => {
      const view = await server(label);
      // A listing may break the connection and continue over a new one.
      if (view.listing.status === 'loading') return null;
      if (['failed', 'needs-consent', 'uncontacted', 'disabled'].includes(view.connection.status))
        return view;
      return ['complete', 'incomplete', 'failed'].includes(view.listing.status) ? view : null;
    });
  const decide = async (
    name: 'approve' | 'deny' | 'revoke' | 'allowSession',
    item: { server: string; uri: string; grants: string[] },
    more: object,
  ): Promise<string> => {
    const {
      identity,
      setDigest,
      metadataDigest,
      record: replaces,
    } = await row(item.server, item.uri);
    const found = await ask('getFindings', { server: item.server, uri: item.uri });
    // A page lists these before it decides.
    const risk = found.riskDigest === null ? {} : { acceptedRisk: found.riskDigest };
    const outcomes = await ask(name, {
      items: [{ ...item, ...risk, identity, setDigest, metadataDigest, replaces }],
      ...more,
    } as never);
    return (outcomes as readonly { outcome: string }[])[0]?.outcome ?? 'nothing';
  };

  return {
    place,
    events,
    openings,
    reply,
    ask,
    confirm,
    start,
    snapshot,
    server,
    rows,
    log,
    bodies,
    row,
    finished,
    settled,
    async relist(label) {
      // A listing that's under way is shared, and may have passed what the test has just changed.
      await settled(label);
      await finished((await ask('refreshServer', { server: label })).operationId);
      return server(label);
    },
    read: (label, uri, file = uri) => ask('readFile', { server: label, uri, file, full: false }),
    async verify(label, uri) {
      const { operationId } =
        uri === undefined
          ? await ask('verifyServer', { server: label })
          : await ask('verifySkill', { server: label, uri });
      return finished(operationId);
    },
    detail: (label, uri) => ask('getSkill', { server: label, uri }),
    approve: (label, uri, { grants = [], note = '', expiresAt = null as string | null } = {}) =>
      decide('approve', { server: label, uri, grants: [...grants] }, { note, expiresAt }),
    decide: (action, label, uri) =>
      decide(action, { server: label, uri, grants: [] }, action === 'deny' ? { note: '' } : {}),
    async close() {
      await app.close();
      // Every server that an app starts has an argument unique to this test run.
      const ours = Object.values({ ...options.session, ...options.stored }).flatMap(({ args }) =>
        Array.isArray(args)
          ? args.map(String).filter((arg) => arg.includes('skillgate-whole-'))
          : [],
      );
      const left = [...new Set(ours)].flatMap(processesNaming);
      if (options.place === undefined) place.remove();
      if (left.length > 0) throw new Error(`processes are left: ${left.join(' | ')}`);
      if (unexpected.length > 0) throw unexpected[0];
    },
  };
}

/** Opens an app for the duration of one test. */
export async function withApp<T>(
  options: AppOptions,
  run: (app: TestApp) => Promise<T>,
): Promise<T> {
  const app = await openApp(options);
  let failure: unknown;
  try {
    return await run(app);
  } catch (error) {
    failure = error;
    throw error;
  } finally {
    // The test's own failure says more than what it left behind.
    await app.close().catch((error: unknown) => {
      if (failure === undefined) throw error;
    });
  }
}

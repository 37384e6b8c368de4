import { resolve, dirname } from 'node:path';
import type { RunListener } from '../../engine/conformance/answered-requests.ts';
import {
  conformanceOf,
  firstResultOf,
  type CheckOptions,
} from '../../engine/conformance/conformance.ts';
import type { CatalogueServer } from '../../engine/catalogue/server.ts';
import type { AppContext, SkillContext } from '../../engine/contexts.ts';
import { type CommandContext, CommandError, type CommandOutput } from '../call/command.ts';
import {
  baselineIn,
  formatOf,
  outputOf,
  type ReportFormat,
  writeBaseline,
} from '../report/output.ts';
import { counted } from '../../../shared/size-text.ts';
import type { Result } from '../../../shared/result.ts';
import type { ConformanceReport } from '../../../shared/model/report.ts';
import type { ConnectionFailure } from '../../../shared/model/server.ts';
import { onlyText, watch, type WatchedResult } from './watch.ts';
import { placesIn, withPlaces } from './skill-folders.ts';
import { timeoutOf } from '../skills/connect-servers.ts';
import { namedServer, notAsked, serverError } from '../skills/targets.ts';
import { existsSync, statSync } from 'node:fs';
import { startFolderOf } from '../../core/start/start-folder.ts';

interface Asked {
  readonly server: string;
  readonly format: string | undefined;
  readonly baseline: string | undefined;
  readonly expect: readonly string[];
  readonly thorough: boolean;
  readonly skills: string | undefined;
  readonly 'write-baseline': string | undefined;
  readonly timeout?: string | undefined;
  readonly watch: boolean;
  readonly 'watch-path': readonly string[];
}

/** Reports what a run is doing: a method that doesn't answer is waited for half a minute. */
async function followed<T>(
  here: CommandContext,
  label: string,
  run: (told: RunListener) => Promise<T>,
): Promise<T> {
  let answered = 0;
  let what = 'for a connection';
  const began = performance.now();
  // A second listing may follow later, and has nothing to wait for at the terminal.
  let isOver = false;
  const say = (): void => {
    if (isOver) return;
    here.progress(
      `checking ${label}, ${Math.round((performance.now() - began) / 1_000)} s: ` +
        `${counted(answered, 'request')} answered, waiting ${what}`,
    );
  };
  say();
  // Keep reporting while waiting.
  const timer = setInterval(say, 500);
  try {
    return await run({
      asked: (requests) => {
        answered = requests;
        say();
      },
      waiting: (next) => {
        what = next;
        say();
      },
    });
  } finally {
    isOver = true;
    clearInterval(timer);
    here.progress(null);
  }
}

/** Formats that a build reads from a file, also if the server couldn't be asked. */
const documents: ReadonlySet<ReportFormat> = new Set(['sarif', 'junit', 'github', 'markdown']);

/**
 * A report that says why the server couldn't be asked. Rethrows what isn't the server's failure.
 */
function unasked(error: unknown, label: string, format: ReportFormat): CommandOutput {
  if (!(error instanceof CommandError) || !documents.has(format)) throw error;
  const report: ConformanceReport = {
    format: 'skillgate/report@1',
    kind: 'conformance',
    target: label,
    protocol: null,
    checks: [],
    unfinished: [error.message],
    stale: [],
    stderr: [...error.stderr],
  };
  return { ...outputOf(report, format), exit: error.exit };
}

/** Aborts after `--timeout`; a server that isn't connected by then is let go. */
function stopsAfter(ctx: AppContext, server: CatalogueServer, ms: number | undefined) {
  const late = new AbortController();
  let stderr: readonly string[] = [];
  const cancel =
    ms === undefined
      ? () => {}
      : ctx.clock.after(ms, () => {
          late.abort();
          if (server.connection.status === 'ready') return;
          stderr = [...ctx.links.stderr(server)];
          void ctx.links.close(server);
        });
  /** Once it's let go, the connection says why. */
  const sayWhy = (): void => {
    if (!late.signal.aborted || server.connection.status === 'failed') return;
    const message = `It wasn’t connected after ${(ms ?? 0) / 1_000} s.`;
    const failure: ConnectionFailure = { reason: 'out-of-time', message, stderr: [...stderr] };
    ctx.catalogue.change(server, {
      connection: { status: 'failed', failure, attempt: 0, retryAt: null },
    });
  };
  return { signal: late.signal, cancel, sayWhy };
}

/** `conformance`: asks one server for what the checks examine, and reports their results. */
export async function conformance(
  ctx: AppContext,
  given: Asked,
  here: CommandContext,
): Promise<CommandOutput> {
  const format = formatOf(given.format);
  const timeoutMs = timeoutOf(given.timeout);
  // Check the name before asking anything.
  await baselineIn(here.cwd, given.baseline);
  const server = namedServer(ctx, given.server);
  const places = given.skills === undefined ? null : await placesIn(here.cwd, given.skills);
  const place = (report: ConformanceReport): ConformanceReport =>
    places === null ? report : withPlaces(report, places);
  const baselineTo = given['write-baseline'];
  const { signal, cancel, sayWhy } = stopsAfter(ctx, server, timeoutMs);
  const checking = async <T>(
    check: (options: CheckOptions, told: RunListener) => Promise<Result<T, 'not-connected'>>,
  ): Promise<T> => {
    const baseline = await baselineIn(here.cwd, given.baseline);
    const options = { baseline, expected: given.expect, isThorough: given.thorough };
    const made = await followed(here, server.label, (told) => check(options, told));
    if (made.ok) return made.value;
    sayWhy();
    throw notAsked(server, serverError(server));
  };
  if (!given.watch)
    return checking((options, told) => conformanceOf(ctx, server, signal, options, told))
      .finally(cancel)
      .then(
        (report) =>
          baselineTo === undefined
            ? outputOf(place(report), format)
            : writeBaseline(here.cwd, baselineTo, report),
        (error: unknown) => unasked(error, server.label, format),
      );
  onlyText(format);
  const chosen = given['watch-path'].map((path) => resolve(here.cwd, path));
  const paths = chosen.length > 0 ? chosen : filesOf(server, here.cwd);
  await here.tell([`watching ${[...paths, `${server.label}'s change notices`].join(', ')}`]);
  return watch(here, {
    paths,
    announced: announcements(ctx, server),
    run: async (isFiles): Promise<WatchedResult> => {
      if (isFiles) {
        // Another run with its own process and connection.
        await ctx.links.close(server);
        await ctx.links.reopen(server);
      }
      return checking((options, told) => firstResultOf(ctx, server, here.ending(), options, told));
    },
  });
}

/**
 * Where a server's own files are, judging by its command: the folder of the first argument that is
 * a file, else the folder it starts in. None for a server at an address, or if the command names
 * neither.
 */
export function filesOf({ configured: { config } }: CatalogueServer, cwd: string): string[] {
  if (!config.ok || config.value.type !== 'stdio') return [];
  const { command, args, cwd: own } = config.value;
  const at = resolve(cwd, startFolderOf(config.value) ?? '.');
  const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();
  const script = args
    .filter((arg) => !arg.startsWith('-'))
    .map((arg) => resolve(at, arg))
    .find(isFile);
  if (script !== undefined) return [dirname(script)];
  // The command is the server's own file rather than one of the system's programs.
  if (/[\\/]/.test(command) && isFile(resolve(at, command)) && args.length === 0)
    return [dirname(resolve(at, command))];
  return own === undefined ? [] : [at];
}

/**
 * Follows a server's change notices; returns a function that tells whether one has come since the
 * last call.
 */
export function announcements(
  { heard, links }: SkillContext,
  server: CatalogueServer,
): () => boolean {
  let isDue = false;
  heard.listen((from, method) => {
    if (
      from === server &&
      /^notifications\/(?:skills|resources)\/(?:list_changed|updated)$/.test(method)
    )
      isDue = true;
  });
  return () => {
    // A server of the newer revision sends change notices only on request.
    links.listen(server, []);
    const was = isDue;
    isDue = false;
    return was;
  };
}

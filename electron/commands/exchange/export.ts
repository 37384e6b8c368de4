import { resolve } from 'node:path';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import { asciiJson } from '../../core/ascii-json.ts';
import { sameIdentity } from '../../core/decisions/identity.ts';
import { targetOf } from '../../core/policy/target.ts';
import { writeAtomic } from '../../storage/disk/atomic-file.ts';
import { messageOf } from '../../storage/disk/data-folder.ts';
import { isFailing } from '../../engine/hosts/rules.ts';
import {
  hostServerNames,
  claudeCodeRules,
  type ClaudeCodeRules,
} from '../../engine/hosts/name-rules.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { CommandError, type CommandOutput, type CommandContext } from '../call/command.ts';
import { exported, type ExportedDecision } from '../../core/decisions/exported-decisions.ts';
import { clashes, exportFormats, formatExport } from './export-formats.ts';

interface Given {
  readonly as: string | undefined;
  readonly bundle: string | undefined;
  readonly server: string | undefined;
  readonly uri: string | undefined;
  readonly output: string | undefined;
  readonly words: readonly string[];
}

/**
 * `export --as`: writes the decisions in another program's format, to standard output or to
 * `--output`. Makes no connection.
 */
export async function exportDecisions(
  ctx: AppContext,
  given: Given,
  here: CommandContext,
): Promise<CommandOutput> {
  const { bundle, words } = given;
  if (bundle !== undefined)
    return (await import('./bundle.ts')).exportBundle(ctx, { ...given, bundle }, here);
  const [surplus] = words;
  if (surplus !== undefined)
    throw new CommandError(
      `unexpected argument ${JSON.stringify(surplus)}; labels go with --bundle`,
    );
  if (given.as === undefined) throw new CommandError('--as or --bundle is missing');
  const format = exportFormats.find((name) => name === given.as);
  if (format === undefined) throw new CommandError(`--as takes one of ${exportFormats.join(', ')}`);
  const { state } = ctx.approvals;
  if (state.status === 'unreadable') throw new CommandError(state.message, 'store');
  const records = recordsOf(ctx, given.server);
  const decisions = exported(
    format === 'agenticx' ? records.flatMap((record) => relabelled(ctx, record)) : records,
    ctx.policy.current,
    ctx.clock.now(),
    (identity) => {
      const config = [...ctx.catalogue.servers.values()].find(
        (server) => server.identity !== null && sameIdentity(server.identity, identity),
      )?.configured.config;
      return config?.ok === true ? targetOf(config.value) : null;
    },
  );
  const clash = format === 'agenticx' ? clashes(decisions)[0] : undefined;
  if (clash !== undefined)
    throw new CommandError(
      `${clash} is approved for two servers of that label, ` +
        'and this format names a server by its label alone; revoke one, or use --as lock',
      'conflict',
    );
  // A build that compares with an empty file would pass whatever is served.
  if (format === 'lock' && decisions.every(({ standing }) => standing !== 'approved'))
    throw new CommandError(
      'No skill is approved, so the lock file would be empty. ' +
        'Approve what you reviewed first: see `skillgate approve --help`.',
      'not-found',
    );
  const text =
    format === 'claude-code'
      ? `${asciiJson(await rulesFor(ctx, decisions))}\n`
      : formatExport(format, decisions);
  const output = given.output === undefined ? null : resolve(here.cwd, given.output);
  if (output !== null) await writeFile(output, text);
  const place = output === null ? '' : ` to ${output}`;
  const detail = `${format}, ${decisions.length} decisions${place}`;
  await ctx.approvals.note([
    { action: 'exported', server: given.server ?? '', uri: '', setDigest: null, detail },
  ]);
  if (output !== null)
    return {
      json: { as: format, decisions: decisions.length, output },
      human: [`${decisions.length} decisions as ${format}  ${output}`],
      exit: 0,
    };
  return {
    json: jsonOf(format, text, decisions.length),
    human: [{ block: text.trimEnd() }],
    exit: 0,
  };
}

/**
 * Of a label: the decisions about the server it stands for now or, if it isn't configured anymore,
 * those made under it. Without a label: all of them.
 */
function recordsOf(ctx: AppContext, label: string | undefined): readonly ApprovalRecord[] {
  const records = ctx.approvals.all();
  if (label === undefined) return records;
  const server = ctx.catalogue.servers.get(label);
  const identity = server?.identity ?? null;
  const found = records.filter((record) =>
    identity === null
      ? record.server.label === label
      : sameIdentity(record.server.identity, identity),
  );
  if (server === undefined && found.length === 0)
    throw new CommandError(
      `There’s no server labeled ${JSON.stringify(label)}, ` +
        'and no decision was made under that name.',
      'not-found',
    );
  return found;
}

/**
 * The decisions of each label's current server. A label that was moved to another server takes no
 * decision along, since whoever reads by label would honor it for the wrong server.
 */
function relabelled(ctx: AppContext, record: ApprovalRecord): ApprovalRecord[] {
  const { servers } = ctx.catalogue;
  const labels = [...servers.values()]
    .filter(({ identity }) => identity !== null && sameIdentity(identity, record.server.identity))
    .map(({ label }) => label);
  if (labels.length === 0 && servers.has(record.server.label)) return [];
  return (labels.length === 0 ? [record.server.label] : labels).map((label) => ({
    ...record,
    server: { ...record.server, label },
  }));
}

/** As Claude Code itself sees the servers: its own names, and its own files. */
async function rulesFor(
  ctx: AppContext,
  decisions: readonly ExportedDecision[],
): Promise<ClaudeCodeRules> {
  const names = await hostServerNames(ctx, 'claude-code');
  if (!names.ok) throw new CommandError(names.error.message, names.error.code);
  return claudeCodeRules(decisions, names.value, (record) => isFailing(ctx.approvals, record));
}

/** With `--json`, formats that are JSON are printed unchanged. */
function jsonOf(format: (typeof exportFormats)[number], text: string, decisions: number): unknown {
  return format !== 'csv' && format !== 'markdown'
    ? (JSON.parse(text) as unknown)
    : { as: format, decisions, text };
}

async function writeFile(path: string, text: string): Promise<void> {
  try {
    await writeAtomic(path, [Buffer.from(text)]);
  } catch (error) {
    throw new CommandError(`${path}: ${messageOf(error)}`, 'store');
  }
}

import { counts } from '../../../shared/host/failures.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { RequestError } from '../../../shared/contract.ts';
import type { ApprovalRecord } from '../../../shared/model/approval.ts';
import type { ChangedLine, HostRulesView } from '../../../shared/model/hosts.ts';
import type { HostId } from '../../../shared/model/plain.ts';
import { exported, type ExportedDecision } from '../../core/decisions/exported-decisions.ts';
import { identityOf, sameIdentity } from '../../core/decisions/identity.ts';
import { bytesOf, textOf, type HostText } from '../../core/hosts/document.ts';
import { hostOf, type NameSetting } from '../../core/hosts/host.ts';
import { settingDifference, replaceNames, type NameEdit } from '../../core/hosts/name-settings.ts';
import {
  noRules,
  nothingWritten,
  replaceRules,
  ruleCount,
  type PermissionRules,
  type WrittenRules,
} from '../../core/hosts/permission-rules.ts';
import { targetOf } from '../../core/policy/target.ts';
import { fault } from '../options.ts';
import type { DecisionContext } from '../contexts.ts';
import type { HostFile, RuleFile, RuleRecord, RuleStore } from '../ports/hosts.ts';
import {
  claudeCodeRules,
  noSuchServer,
  type SkillRules,
  nameRules,
  noSuchFolder,
  hostServerNames,
} from './name-rules.ts';
import type { RuleSync } from './rule-keeper.ts';

/** What would be written into a host's settings, and nothing written yet. */
export interface RulePlan {
  readonly to: 'on' | 'off';
  readonly at: RuleFile;
  readonly file: HostFile | null;
  /** Null: the file goes. */
  readonly text: HostText | null;
  readonly written: WrittenRules;
  readonly madeFile: boolean;
  /** All that decisions ask for, also what the person's own rules say already. */
  readonly wanted: PermissionRules;
  readonly left: SkillRules['left'];
  readonly line: number;
  readonly lines: readonly ChangedLine[];
}

/** Every decision that an app's own settings can express, as of now. */
export async function rulesNow(
  { approvals, policy, clock, hostFiles, ruleStore }: DecisionContext,
  { id, serverFiles }: RuleFile,
): Promise<Result<SkillRules & { readonly next: number | null }, string>> {
  const { state } = approvals;
  if (state.status === 'unreadable') return err(state.message);
  const now = clock.now();
  if (ruleStore.about === 'folders') {
    const decisions = exported(approvals.all(), policy.current, now);
    const rules = await nameRules(decisions, id, {
      stateOf: ruleStore.stateOf,
      linked: await ruleStore.linkedFolders(id),
    });
    return ok({ ...rules, next: soonestEnd(decisions) });
  }
  const names = await hostServerNames(
    { hostFiles, servers: { list: ruleStore.servers } },
    id,
    serverFiles,
  );
  if (!names.ok) return err(names.error.message);
  const servers = (await ruleStore.servers()).flatMap(({ config }) => {
    const identity = config.ok ? identityOf(config.value) : null;
    return config.ok && identity !== null ? [{ identity, config: config.value }] : [];
  });
  const decisions = exported(approvals.all(), policy.current, now, (identity) => {
    const server = servers.find((one) => sameIdentity(one.identity, identity));
    return server === undefined ? null : targetOf(server.config);
  });
  return ok({
    ...claudeCodeRules(decisions, names.value, (record) => isFailing(approvals, record)),
    next: soonestEnd(decisions),
  });
}

/** When the next approval ends (ms since the epoch). */
const soonestEnd = (decisions: readonly ExportedDecision[]): number | null =>
  decisions
    .flatMap(({ record, standing }) =>
      standing === 'approved' && record.expiresAt !== null ? [Date.parse(record.expiresAt)] : [],
    )
    .reduce<number | null>((soonest, at) => Math.min(soonest ?? at, at), null);

/** Whether a file of the skill is known not to be what its server promised. */
export const isFailing = (
  approvals: Pick<DecisionContext['approvals'], 'failures'>,
  { server, uri, resources }: ApprovalRecord,
): boolean =>
  approvals
    .failures(server.identity, uri)
    .some((failure) => counts(failure, { uris: resources.map((file) => file.uri), archives: [] }));

/** What turning rules on or off would write into a host's settings. */
export async function planRules(
  parts: DecisionContext,
  id: HostId,
  to: RulePlan['to'],
): Promise<Result<RulePlan, RequestError>> {
  const { ruleStore } = parts;
  const { kept, cannot, first } = messages[ruleStore.about];
  const { name } = hostOf(id);
  const records = await ruleStore.list();
  if (!records.ok) return err(fault('store', records.error));
  const record = records.value.find(({ host }) => host === id) ?? null;
  if (to === 'off') {
    if (record === null)
      return err(fault('not-found', `Skillgate keeps ${kept} in ${name}’s settings.`));
    return refusable(await editOf(parts, fileOf(record), record, noRules, 'off'));
  }
  const here = (await ruleStore.files()).find((one) => one.id === id);
  if (here === undefined) return err(fault('refused', `${name}’s settings ${cannot}`));
  const at = record === null ? here : fileOf(record);
  const rules = await rulesNow(parts, at);
  if (!rules.ok) return err(fault('refused', rules.error));
  const { permissions, left } = rules.value;
  const plan = await editOf(parts, at, record, permissions, 'on');
  if (!plan.ok) return refusable(plan);
  // What is written for the first time, a person has seen.
  if (record === null && ruleCount(plan.value.written.rules) === 0)
    return err(
      fault(
        'refused',
        plan.value.left.length > 0
          ? `There’s nothing to write: your own settings in ${at.path} say otherwise.`
          : ruleCount(permissions) > 0
            ? 'There’s nothing to write: your settings have these rules already, as your own.'
            : `There’s nothing to write yet. First ${first(name)}.` +
              [...new Set(left.map(({ reason }) => ` Left out: ${reason}.`))].join(''),
      ),
    );
  return ok({ ...plan.value, left: [...plan.value.left, ...concerned(left)] });
}

const messages = {
  servers: {
    kept: 'no rules',
    cannot: 'have no rules that a decision can bind to.',
    first: (name: string) => `approve or deny a skill of a server that ${name} has`,
  },
  folders: {
    kept: 'no names',
    cannot: 'can’t turn local skills off by name.',
    first: (name: string) => `deny a skill in a folder where ${name} looks for local skills`,
  },
};

/** Decisions about servers that the app doesn't have, or folders it doesn't read, need no rule. */
const concerned = (left: SkillRules['left']): SkillRules['left'] =>
  left.filter(({ reason }) => reason !== noSuchServer && reason !== noSuchFolder);

const refusable = <T>(plan: Result<T, string>): Result<T, RequestError> =>
  plan.ok ? plan : err(fault('refused', `${plan.error.replace(/\.$/, '')}.`));

const fileOf = ({ host, file, serverFiles }: RuleRecord): RuleFile => ({
  ...{ id: host, path: file, serverFiles },
});

async function editOf(
  { ruleStore }: DecisionContext,
  at: RuleFile,
  record: RuleRecord | null,
  wanted: PermissionRules,
  to: RulePlan['to'],
): Promise<Result<RulePlan, string>> {
  const managed = to === 'on' ? await ruleStore.managed(at) : null;
  if (managed !== null) return err(managed);
  const read = await ruleStore.read(at);
  if (!read.ok) return read;
  const file = read.value;
  const setting = ruleStore.about === 'folders' ? hostOf(at.id).byName?.setting : undefined;
  const empty = setting === 'skills.config' ? '' : '{}\n';
  const text = file === null ? { mark: '', text: empty } : textOf(file.bytes);
  if (text === null) return err(`${at.path} isn’t UTF-8 text`);
  const before = record?.written ?? nothingWritten;
  const edit = edited(setting, text.text, before, wanted);
  if (!edit.ok) return err(`${at.path} was left unchanged: ${edit.error}`);
  const { written, own } = edit.value;
  const madeFile = file === null || record?.madeFile === true;
  const isGone = madeFile && /^\s*(?:\{\s*\}\s*)?$/.test(edit.value.text);
  return ok({
    ...{ to, at, file, written, madeFile: madeFile && !isGone, wanted },
    left: own.map((uri) => ({ server: at.path, uri, reason: 'your own setting says otherwise' })),
    text: isGone ? null : { ...text, text: edit.value.text },
    ...settingDifference(setting ?? 'permissions', text.text, edit.value.text),
  });
}

function edited(
  setting: NameSetting | undefined,
  ...[text, written, wanted]: Parameters<typeof replaceRules>
): Result<NameEdit, string> {
  try {
    if (setting !== undefined) return replaceNames(setting, text, written, wanted);
    const edit = replaceRules(text, written, wanted);
    return edit.ok ? ok({ ...edit.value, own: [] }) : edit;
  } catch (error) {
    // The attacker nests it so that it can be read, and no more, to keep other apps from following.
    if (error instanceof RangeError) return err('it’s nested too deeply');
    throw error;
  }
}

/**
 * Writes what was shown. A file, decisions or rules that changed since are left as they are, with
 * the reason.
 */
export async function applyRules(
  parts: DecisionContext,
  plan: RulePlan,
): Promise<Result<void, RequestError>> {
  const { ruleStore, clock } = parts;
  const done = await ruleStore.exclusively(async (records, keep) => {
    const record = records.find(({ host }) => host === plan.at.id) ?? null;
    if (plan.to === 'on') {
      const now = await rulesNow(parts, plan.at);
      if (!now.ok) return err(fault('refused', now.error));
      if (JSON.stringify(now.value.permissions) !== JSON.stringify(plan.wanted))
        return err(
          fault('stale', 'Your decisions changed in the meantime. Review the lines again.'),
        );
    }
    const since = record?.since ?? new Date(clock.now()).toISOString();
    const written = await write(ruleStore, plan, { records, keep, record, since });
    if (written.ok) return written;
    const { reason, message } = written.error;
    return err(fault(reason === 'changed' ? 'stale' : 'store', `${message}. Nothing was changed.`));
  });
  return done.ok ? done.value : err(fault('store', done.error));
}

interface RecordWriting {
  readonly records: readonly RuleRecord[];
  readonly keep: (records: readonly RuleRecord[]) => Promise<Result<void, string>>;
  readonly record: RuleRecord | null;
  readonly since: string;
}

/**
 * The record first names what is in the file and what will be, so that an end at any point leaves
 * no rule that Skillgate takes for the person's own.
 */
async function write(
  ruleStore: RuleStore,
  { to, at, file, text, written, madeFile }: RulePlan,
  { records, keep, record, since }: RecordWriting,
): ReturnType<RuleStore['write']> {
  const others = records.filter(({ host }) => host !== at.id);
  const about = { host: at.id, file: at.path, serverFiles: at.serverFiles, since };
  const keepOrSay = async (fresh: readonly RuleRecord[]): ReturnType<RuleStore['write']> => {
    const kept = await keep(fresh);
    return kept.ok ? kept : err({ reason: 'unwritable', message: kept.error });
  };
  const after = to === 'off' ? others : [...others, { ...about, written, madeFile }];
  const bytes = text === null ? null : bytesOf(text);
  const isSame = file === null ? bytes === null : bytes !== null && same(file.bytes, bytes);
  if (!isSame) {
    const both = joined(record?.written ?? nothingWritten, written);
    const before = { ...about, written: both, madeFile: madeFile || record?.madeFile === true };
    const kept = await keepOrSay([...others, before]);
    if (!kept.ok) return kept;
    const done = await ruleStore.write(at, file, bytes);
    if (!done.ok) {
      await keep(records);
      return done;
    }
  }
  return keepOrSay(after);
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.from(a).equals(b);

const joined = (old: WrittenRules, fresh: WrittenRules): WrittenRules => ({
  ...fresh,
  rules: {
    allow: [...new Set([...old.rules.allow, ...fresh.rules.allow])],
    deny: [...new Set([...old.rules.deny, ...fresh.rules.deny])],
  },
  made: [...new Set([...old.made, ...fresh.made])],
});

/** Most attempts where the host writes its settings at the same time. */
const mostAttempts = 3;

/**
 * Brings every host's rules in step with the decisions. If the decisions can't be read, nothing is
 * allowed and denials stay.
 */
export async function syncRules(parts: DecisionContext): Promise<RuleSync> {
  const { ruleStore, approvals } = parts;
  const done = await ruleStore.exclusively(async (records, keep): Promise<RuleSync> => {
    // Reads the file again: of two Skillgates, the last one here knows the newest decisions.
    await approvals.commit([]);
    const problems: string[] = [];
    let next: number | null = null;
    let held = records;
    const keepHeld: typeof keep = async (fresh) => {
      const kept = await keep(fresh);
      if (kept.ok) held = fresh;
      return kept;
    };
    for (const record of records) {
      const rules = await rulesNow(parts, fileOf(record));
      if (!rules.ok) problems.push(rules.error);
      else if (rules.value.next !== null)
        next = Math.min(next ?? rules.value.next, rules.value.next);
      const problem = await syncOne(parts, () => held, keepHeld, record.host, rules);
      if (problem !== null) problems.push(problem);
    }
    return {
      problem:
        problems.length === 0 ? null : problems.map((one) => one.replace(/\.$/, '')).join('; '),
      next,
    };
  });
  return done.ok ? done.value : { problem: done.error, next: null };
}

async function syncOne(
  parts: DecisionContext,
  held: () => readonly RuleRecord[],
  keep: RecordWriting['keep'],
  host: HostId,
  rules: Result<SkillRules, string>,
): Promise<string | null> {
  for (let attempt = 1; ; attempt += 1) {
    const record = held().find((one) => one.host === host);
    if (record === undefined) return null;
    const wanted = rules.ok
      ? rules.value.permissions
      : { allow: [], deny: record.written.rules.deny };
    const plan = await editOf(parts, fileOf(record), record, wanted, 'on');
    if (!plan.ok) return plan.error;
    if (isDone(plan.value, record)) return null;
    const { since } = record;
    const done = await write(parts.ruleStore, plan.value, { records: held(), keep, record, since });
    if (done.ok) return null;
    if (done.error.reason !== 'changed' || attempt === mostAttempts) return done.error.message;
  }
}

const isDone = ({ file, text, written }: RulePlan, record: RuleRecord): boolean =>
  (file === null ? text === null : text !== null && same(file.bytes, bytesOf(text))) &&
  JSON.stringify(ordered(written)) === JSON.stringify(ordered(record.written));

/** In one order, whoever made it. */
const ordered = ({ rules: { allow, deny }, before, after, made }: WrittenRules): unknown => [
  ...[allow, deny, before, after, made],
];

/** Names in one view. */
const mostNamed = 1_000;

/** How each host that has such rules stands. Reads only. */
export async function ruleViews(parts: DecisionContext): Promise<HostRulesView[]> {
  const { ruleStore } = parts;
  const records = await ruleStore.list();
  const views: HostRulesView[] = [];
  for (const at of await ruleStore.files()) {
    const record = records.ok ? records.value.find(({ host }) => host === at.id) : undefined;
    const byName = ruleStore.about === 'folders';
    const about = { host: at.id, byName, path: record?.file ?? at.path };
    if (record === undefined) {
      const problem = records.ok ? null : records.error;
      views.push({
        ...{ ...about, isOn: false, allow: 0, deny: 0, off: [], differs: false, left: [] },
        problem,
      });
      continue;
    }
    const rules = await rulesNow(parts, fileOf(record));
    const plan = rules.ok
      ? await editOf(parts, fileOf(record), record, rules.value.permissions, 'on')
      : rules;
    const { allow, deny } = record.written.rules;
    views.push({
      ...{ ...about, isOn: true, allow: allow.length, deny: deny.length },
      off: byName ? deny.slice(0, mostNamed) : [],
      differs: plan.ok && !isDone(plan.value, record),
      left: [...(plan.ok ? plan.value.left : []), ...(rules.ok ? concerned(rules.value.left) : [])],
      problem: plan.ok ? besideReason(at, record, byName) : plan.error,
    });
  }
  return views;
}

/** The attacker makes a file that the app prefers, in which every skill is on. */
const besideReason = (at: RuleFile, record: RuleRecord, byName: boolean): string | null =>
  byName && at.path !== record.file
    ? `${hostOf(at.id).name} now has ${at.path}, which may say otherwise and isn’t kept ` +
      `in step. Run \`skillgate sync --undo ${at.id} --by-name\`, then turn it on again`
    : null;

import { describeLoginShell } from '../../core/start/login-path.ts';
import type { HostRulesView, HostView } from '../../../shared/model/hosts.ts';
import { hostViews } from '../../engine/hosts/view.ts';
import { ruleViews } from '../../engine/hosts/rules.ts';
import { trialText, tryEntries, type EntryTrial } from '../../engine/hosts/trial.ts';
import type { AppContext, DecisionContext } from '../../engine/contexts.ts';
import type { CommandOutput, CommandContext } from '../call/command.ts';
import { describeCopies } from '../call/store-remarks.ts';
import { secretLines } from '../servers/keychain.ts';
import { folderRulesInUse } from '../folders/folder-rules.ts';
import { ruleLines } from './sync.ts';

/**
 * `doctor`: what apps point to, what of it is missing, and how secrets are stored. With `start`,
 * also whether each protected server works as it would without Skillgate.
 */
export async function doctor(
  ctx: AppContext,
  { start }: { readonly start: boolean },
  here: Pick<CommandContext, 'progress' | 'place' | 'cwd' | 'composing'>,
): Promise<CommandOutput> {
  const ledger = await ctx.hostLedger.list();
  const hosts = (await hostViews(ctx)).filter(({ status }) => status !== 'absent');
  const trials = start ? await tried(ctx, hosts, here) : null;
  const human: string[] = ledger.ok ? [] : [`wrong: ${ledger.error}`];
  let wrong = ledger.ok ? 0 : 1;
  const { state } = ctx.approvals;
  const beside = [
    state.status === 'unreadable' ? state.message : null,
    ctx.answers.problem,
    ctx.policy.current.status === 'unreadable' ? ctx.policy.current.message : null,
  ].filter((problem) => problem !== null);
  wrong += beside.length;
  human.push(...beside.map((problem) => `wrong: ${problem}`));
  if (state.status === 'unreadable') human.push(...describeCopies(state));
  const secrets = await ctx.secrets.state();
  if (secrets.problem !== null) wrong += 1;
  human.push(...secretLines(secrets));
  const loginShell = await ctx.startPlaces.loginShell();
  human.push(...describeLoginShell(loginShell));
  const copies = [
    ...(ledger.ok && ledger.value.length > 0 ? await ctx.hostLedger.where() : []),
    ...(await ctx.hostFiles.copies()),
  ];
  human.push(
    ...copies.map(
      (path) => `unencrypted, readable only by you: backup of an app's file, in ${path}`,
    ),
  );
  for (const host of hosts) {
    const told = hostLines(host, trials);
    human.push(...told.lines);
    wrong += told.wrong;
  }
  const folders = await folderRulesInUse(ctx, here);
  const rules = [...(await keptRules(ctx)), ...(folders === null ? [] : await keptRules(folders))];
  human.push(...rules.flatMap(ruleLines));
  wrong += rules.filter(({ differs, problem }) => differs || problem !== null).length;
  const known = new Set(ctx.hostFiles.files.map(({ id, path }) => `${id}\n${path}`));
  for (const { host, file, path } of ledger.ok ? ledger.value : []) {
    if (known.has(`${host}\n${file}`)) continue;
    wrong += 1;
    human.push(
      `wrong: ${path.at(-1) ?? ''} was protected in ${file}, but ${host} no longer uses that file`,
    );
  }
  const untried =
    trials === null &&
    hosts.some(({ entries }) => entries.some(({ state }) => state === 'through'));
  if (hosts.length === 0) human.push('No app is configured on this machine.');
  if (!ctx.launcher.ok) human.push(ctx.launcher.error);
  return {
    json: {
      wrong,
      problems: beside,
      hosts,
      rules,
      secrets,
      copies,
      loginShell,
      ...(trials === null ? {} : { trials }),
      ...(ledger.ok ? {} : { ledger: ledger.error }),
    },
    human: [...human, ...kept(copies), sum(wrong, secrets.clear.length, untried)],
    exit: wrong === 0 ? 0 : 1,
  };
}

/** What is said of one app, and how much of it is wrong. */
function hostLines(
  { id, name, path, status, message, entries }: HostView,
  trials: readonly EntryTrial[] | null,
): { readonly lines: readonly string[]; readonly wrong: number } {
  const lines = [`${name}: ${path}`];
  let wrong = 0;
  if (status === 'unreadable') {
    wrong += 1;
    lines.push(`  wrong: ${message}`);
  }
  for (const { label, project, state, server, problem, repairable, undoable } of entries) {
    const trial = trials?.find(
      (one) => one.host === id && one.label === label && one.project === project,
    );
    const where = project === '' ? '' : `  (project ${project})`;
    const how =
      state === 'direct'
        ? 'direct'
        : `through ${state === 'other' ? 'what looks like another copy of ' : ''}Skillgate ` +
          `as ${server ?? ''}`;
    lines.push(`  ${label}${where}  ${how}`);
    if (trial !== undefined) {
      wrong += trial.differences.length;
      lines.push(...trialLines(trial));
    }
    if (problem === null) continue;
    // A direct entry that Skillgate never touched works as it always did.
    const isWrong = state !== 'direct' || undoable;
    if (isWrong) wrong += 1;
    const next = repairable ? ` Run skillgate protect --repair ${id}.` : '';
    lines.push(`    ${isWrong ? 'wrong' : 'cannot be protected'}: ${problem}${next}`);
  }
  return { lines, wrong };
}

/** Apps whose own settings should follow the decisions, or may without anybody knowing. */
async function keptRules(parts: DecisionContext): Promise<readonly HostRulesView[]> {
  const views = await ruleViews(parts);
  return views.filter(({ isOn, problem }) => isOn || problem !== null);
}

const tried = async (
  ctx: AppContext,
  hosts: readonly HostView[],
  here: Pick<CommandContext, 'progress'>,
): Promise<readonly EntryTrial[]> => {
  try {
    return await tryEntries(ctx, hosts, here.progress);
  } finally {
    here.progress(null);
  }
};

function trialLines(trial: EntryTrial): readonly string[] {
  const { direct, differences, server } = trial;
  if (differences.length > 0) return differences.map((line) => `    wrong: ${line}`);
  if (direct === null)
    return [
      '    started through Skillgate; ' +
        `${server} itself isn’t allowed to start, so nothing was compared`,
    ];
  return [`    ${trialText(trial)}`];
}

/**
 * These copies allow an undo and are kept after it, because only the person knows whether they can
 * be deleted.
 */
const kept = (copies: readonly string[]): readonly string[] =>
  copies.length === 0
    ? []
    : [
        'You can delete the copies in host-backups once your apps are set up as you want. ' +
          'Keep hosts.json: `protect --undo` needs it.',
      ];

/** An unencrypted secret isn't a fault, but the person should know about it. */
function sum(wrong: number, clear: number, untried: boolean): string {
  // Whether a server works can't be read in a file.
  const nothing = untried ? 'Nothing is wrong in the files' : 'Nothing is wrong';
  const faults = wrong === 0 ? nothing : `${wrong} wrong`;
  const secrets = clear === 1 ? '1 secret is' : `${clear} secrets are`;
  return [
    clear === 0
      ? `${faults}.`
      : `${faults}${wrong === 0 ? ', but' : ', and'} ${secrets} unencrypted.`,
    ...(wrong === 0 && untried
      ? [
          'To see whether each protected server works as it would without Skillgate, ' +
            'run `skillgate doctor --start`.',
        ]
      : []),
    ...(clear === 0 ? [] : ['To encrypt them, see `skillgate keychain --help`.']),
  ].join(' ');
}

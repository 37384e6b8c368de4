import { describeLoginShell } from '../../core/start/login-path.ts';
import { hostViews } from '../../engine/hosts/view.ts';
import type { EngineParts } from '../../engine/parts.ts';
import type { CommandOutput } from '../call/command.ts';
import { secretLines } from '../servers/keychain.ts';

/** `doctor`: what apps point to, what of it is missing, and how secrets are stored. */
export async function doctor(ctx: EngineParts): Promise<CommandOutput> {
  const ledger = await ctx.hostLedger.list();
  const hosts = (await hostViews(ctx)).filter(({ status }) => status !== 'absent');
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
  const secrets = await ctx.secrets.state();
  if (secrets.problem !== null) wrong += 1;
  human.push(...secretLines(secrets));
  const loginShell = await ctx.startPlaces.loginShell();
  human.push(...describeLoginShell(loginShell));
  const copies = [
    ...(ledger.ok && ledger.value.length > 0 ? [await ctx.hostLedger.where()] : []),
    ...(await ctx.hostFiles.copies()),
  ];
  human.push(
    ...copies.map(
      (path) => `unencrypted, readable only by you: backup of an app's file, in ${path}`,
    ),
  );
  for (const { name, path, status, message, entries } of hosts) {
    human.push(`${name}: ${path}`);
    if (status === 'unreadable') {
      wrong += 1;
      human.push(`  wrong: ${message}`);
    }
    for (const { label, project, state, server, problem, undoable } of entries) {
      const where = project === '' ? '' : `  (project ${project})`;
      const how =
        state === 'direct'
          ? 'direct'
          : `through ${state === 'other' ? 'what looks like another copy of ' : ''}Skillgate as ${server ?? ''}`;
      human.push(`  ${label}${where}  ${how}`);
      if (problem === null) continue;
      // A direct entry that Skillgate never touched works as it always did.
      const isWrong = state !== 'direct' || undoable;
      if (isWrong) wrong += 1;
      human.push(`    ${isWrong ? 'wrong' : 'cannot be protected'}: ${problem}`);
    }
  }
  const known = new Set(ctx.hostFiles.files.map(({ id, path }) => `${id}\n${path}`));
  for (const { host, file, path } of ledger.ok ? ledger.value : []) {
    if (known.has(`${host}\n${file}`)) continue;
    wrong += 1;
    human.push(
      `wrong: ${path.at(-1) ?? ''} was protected in ${file}, but ${host} no longer uses that file`,
    );
  }
  if (hosts.length === 0) human.push('No app is configured on this machine.');
  if (!ctx.launcher.ok) human.push(ctx.launcher.error);
  return {
    json: {
      wrong,
      problems: beside,
      hosts,
      secrets,
      copies,
      loginShell,
      ...(ledger.ok ? {} : { ledger: ledger.error }),
    },
    human: [...human, ...kept(copies), sum(wrong, secrets.clear.length)],
    exit: wrong === 0 ? 0 : 1,
  };
}

/**
 * These copies allow an undo and are kept after it, because only the person knows whether they can
 * be deleted.
 */
const kept = (copies: readonly string[]): readonly string[] =>
  copies.length === 0
    ? []
    : [
        'You can delete the copies in host-backups once your apps are set up as you want. Keep hosts.json: `protect --undo` needs it.',
      ];

/** An unencrypted secret isn't a fault, but the person should know about it. */
function sum(wrong: number, clear: number): string {
  const faults = wrong === 0 ? 'Nothing is broken' : `${wrong} wrong`;
  if (clear === 0) return wrong === 0 ? 'Nothing is wrong.' : `${faults}.`;
  const secrets = clear === 1 ? '1 secret is' : `${clear} secrets are`;
  return `${faults}, but ${secrets} unencrypted. To change that, see \`skillgate keychain --help\`.`;
}

import { hostViews } from '../../usecases/hosts/view.ts';
import type { Parts } from '../../usecases/parts.ts';
import type { Output } from '../call/command.ts';

/** `doctor`: what hosts are pointed at, and what of it is not there. */
export async function doctor(ctx: Parts): Promise<Output> {
  const ledger = await ctx.hostLedger.list();
  const hosts = (await hostViews(ctx)).filter(({ status }) => status !== 'absent');
  const human: string[] = ledger.ok ? [] : [`wrong: ${ledger.error}`];
  let wrong = ledger.ok ? 0 : 1;
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
          : `through ${state === 'other' ? 'what looks like another ' : ''}Skillgate as ${server ?? ''}`;
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
      `wrong: ${path.at(-1) ?? ''} was protected in ${file}, where ${host} is not any more`,
    );
  }
  if (hosts.length === 0) human.push('No host is configured on this machine.');
  if (!ctx.launcher.ok) human.push(ctx.launcher.error);
  return {
    json: { wrong, hosts, ...(ledger.ok ? {} : { ledger: ledger.error }) },
    human: [...human, wrong === 0 ? 'Nothing is wrong.' : `${wrong} wrong.`],
    exit: wrong === 0 ? 0 : 1,
  };
}

import { hostIds, type HostId } from '../../../shared/model/plain.ts';
import { hostOf } from '../../core/hosts/host.ts';
import { applyRules, planRules, ruleViews, type RulePlan } from '../../engine/hosts/rules.ts';
import type { RuleStore } from '../../engine/ports/hosts.ts';
import type { AppContext, DecisionContext } from '../../engine/contexts.ts';
import {
  CommandError,
  type CommandOutput,
  type OutputLine,
  type CommandContext,
} from '../call/command.ts';
import { folderRuleParts } from '../folders/folder-rules.ts';
import { readHostName } from './host-name.ts';

interface Given {
  readonly words: readonly string[];
  readonly undo: boolean;
  readonly 'by-name': boolean;
  readonly 'dry-run': boolean;
  readonly yes: boolean;
}

/** `sync HOST`: keeps decisions in an app's own settings. Without HOST, how each app stands. */
export async function sync(
  ctx: AppContext,
  { words: [name], 'by-name': byName, undo, 'dry-run': isDry, yes }: Given,
  here: Pick<CommandContext, 'person' | 'place' | 'cwd' | 'composing'>,
): Promise<CommandOutput> {
  const { person } = here;
  const parts: DecisionContext = byName ? await folderRuleParts(ctx, here) : ctx;
  if (name === undefined) {
    if (undo || byName)
      throw new CommandError(`name a HOST: ${(await hostsOf(parts.ruleStore)).join(', ')}`);
    return standing(ctx, await folderRuleParts(ctx, here));
  }
  const host = readHostName(name);
  if (!byName && hostOf(host).ownRules === undefined && hostOf(host).byName !== undefined)
    throw new CommandError(
      `${hostOf(host).name}’s settings can only turn local skills off by name. ` +
        `Run \`skillgate sync ${host} --by-name\`.`,
      'refused',
    );
  const planned = await planRules(parts, host, undo ? 'off' : 'on');
  if (!planned.ok) throw new CommandError(planned.error.message, planned.error.code);
  const plan = planned.value;
  const human = shown(plan, byName);
  const json = {
    ...{ host, byName, path: plan.at.path, to: plan.to, line: plan.line, lines: plan.lines },
    left: plan.left,
  };
  if (isDry) return { json: { ...json, written: false }, human, exit: 0 };
  if (!yes && plan.lines.length > 0) {
    person?.say(human);
    if ((await person?.ask('Write this? Type yes: ')) !== 'yes')
      return {
        json: { ...json, written: false },
        human: [...human, 'Nothing was written. Run it again with --yes to write this.'],
        exit: 3,
      };
  }
  const done = await applyRules(parts, plan);
  if (!done.ok) throw new CommandError(done.error.message, done.error.code);
  return {
    json: { ...json, written: true },
    human: [
      ...(yes || plan.lines.length === 0 ? human : []),
      plan.lines.length === 0
        ? 'Nothing to write.'
        : `${plan.text === null ? 'deleted' : 'written'}: ${plan.at.path}`,
      ...(undo || plan.lines.length === 0 ? [] : [`Next, in ${hostOf(host).name}: restart it.`]),
    ],
    exit: 0,
  };
}

const hostsOf = async (ruleStore: RuleStore): Promise<readonly string[]> => {
  const ids = new Set((await ruleStore.files()).map(({ id }) => id));
  return hostIds.filter((id) => ids.has(id));
};

async function standing(
  servers: DecisionContext,
  folders: DecisionContext,
): Promise<CommandOutput> {
  const hosts = [...(await ruleViews(servers)), ...(await ruleViews(folders))];
  const isWrong = hosts.some(({ differs, problem }) => differs || problem !== null);
  return { json: { hosts }, human: hosts.flatMap(ruleLines), exit: isWrong ? 1 : 0 };
}

type RuleView = Awaited<ReturnType<typeof ruleViews>>[number];

/** How an app's own settings stand, for `sync` and `doctor`. */
export function ruleLines(view: RuleView): readonly string[] {
  const { host, byName, path, isOn, allow, deny, differs, left, problem } = view;
  const { name } = hostOf(host);
  const what = byName ? 'your decisions about local skills' : 'your decisions';
  const counts = byName
    ? `by name: ${allow === 0 ? '' : `${allow} on, `}${deny} off`
    : `${allow} allowed, ${deny} denied (unconfirmed)`;
  const command = `skillgate sync ${host}${byName ? ' --by-name' : ''}`;
  return [
    isOn
      ? `${name}’s own settings follow ${what}, ${counts}, in ${path}`
      : `${name}’s own settings don’t follow ${what}: ${path}`,
    ...(problem === null ? [] : [`  wrong: ${problem}`]),
    ...(differs
      ? [
          `  wrong: its ${byName ? 'settings' : 'rules'} and your decisions differ. ` +
            `Run \`${command}\`.`,
        ]
      : []),
    ...leftLines(left).map((line) => `  ${line}`),
  ];
}

const mostLeft = 20;

const leftLines = (left: RulePlan['left']): readonly string[] => [
  ...left
    .slice(0, mostLeft)
    .map(({ server, uri, reason }) => `no rule: ${server}  ${uri}: ${reason}`),
  ...(left.length > mostLeft
    ? [`no rule for ${left.length - mostLeft} more; see skillgate export --as claude-code`]
    : []),
];

/** A person confirms this, too: nobody has seen the app honor such a rule. */
const unconfirmed =
  'Unconfirmed: no version of Claude Code has been seen to honor or print such a rule. ' +
  'Don’t rely on it in place of `skillgate protect`.';
const fromNowOn = (host: HostId): string =>
  'From now on, Skillgate adds and removes its own rules there as you decide, ' +
  'and removes an approved skill’s rule once it sees that the skill changed. ' +
  `Denials are by name. \`skillgate sync --undo ${host}\` removes them all.`;

/** What a name can't do, said before anything is written. */
const onlyByName =
  'By name alone: this applies to every local skill of that name, in any folder. ' +
  'A skill that changes stays on until Skillgate sees the change: ' +
  'at once in a window that has its folder, else when a command reads it.';
const namesFromNowOn = (host: HostId): string =>
  'From now on, Skillgate keeps them in step with your decisions about folders. ' +
  `\`skillgate sync --undo ${host} --by-name\` removes them all.`;

function shown({ to, at, file, text, line, lines, left }: RulePlan, byName: boolean): OutputLine[] {
  const { name } = hostOf(at.id);
  const what =
    text === null ? ', which is deleted' : file === null ? ', a new file' : `, line ${line}`;
  return [
    ...(lines.length > 0
      ? [`${name}: ${at.path}${what}:`, ...lines.map(blockOf)]
      : [`${name}: ${at.path} stays unchanged.`]),
    ...leftLines(left),
    ...(to === 'off'
      ? ['Only rules that Skillgate wrote are removed.']
      : byName
        ? [onlyByName, namesFromNowOn(at.id)]
        : [unconfirmed, fromNowOn(at.id)]),
  ];
}

const signs = { same: ' ', removed: '-', added: '+' } as const;
const blockOf = ({ kind, text }: RulePlan['lines'][number]): OutputLine => ({
  block: `  ${signs[kind]} ${text}`,
});

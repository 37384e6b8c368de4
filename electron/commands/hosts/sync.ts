import { hostIds } from '../../../shared/model/plain.ts';
import { hostOf } from '../../core/hosts/host.ts';
import { applyRules, planRules, ruleViews, type RulePlan } from '../../engine/hosts/rules.ts';
import type { RuleStore } from '../../engine/ports/hosts.ts';
import type { EngineParts } from '../../engine/parts.ts';
import {
  CommandError,
  type CommandOutput,
  type OutputLine,
  type CommandContext,
} from '../call/command.ts';
import { readHostName } from './host-name.ts';

interface Given {
  readonly words: readonly string[];
  readonly undo: boolean;
  readonly 'dry-run': boolean;
  readonly yes: boolean;
}

/** `sync HOST`: keeps decisions in an app's own settings. Without HOST, how each app stands. */
export async function sync(
  ctx: EngineParts,
  { words: [name], undo, 'dry-run': isDry, yes }: Given,
  { person }: Pick<CommandContext, 'person'>,
): Promise<CommandOutput> {
  const { ruleStore } = ctx;
  if (ruleStore === null)
    throw new CommandError('an app’s own settings can’t follow decisions about folders', 'refused');
  const parts = { ...ctx, ruleStore };
  if (name === undefined) {
    if (undo) throw new CommandError(`name a HOST: ${(await hostsOf(ruleStore)).join(', ')}`);
    return standing(parts);
  }
  const host = readHostName(name);
  const planned = await planRules(parts, host, undo ? 'off' : 'on');
  if (!planned.ok) throw new CommandError(planned.error.message, planned.error.code);
  const plan = planned.value;
  const human = shown(plan);
  const json = {
    ...{ host, path: plan.at.path, to: plan.to, line: plan.line, lines: plan.lines },
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
  parts: EngineParts & { readonly ruleStore: RuleStore },
): Promise<CommandOutput> {
  const views = await ruleViews(parts);
  const isWrong = views.some(({ differs, problem }) => differs || problem !== null);
  return { json: { hosts: views }, human: views.flatMap(ruleLines), exit: isWrong ? 1 : 0 };
}

/** How an app's own settings stand, for `sync` and `doctor`. */
export function ruleLines({
  host,
  path,
  isOn,
  allow,
  deny,
  differs,
  left,
  problem,
}: Awaited<ReturnType<typeof ruleViews>>[number]): readonly string[] {
  const { name } = hostOf(host);
  return [
    isOn
      ? `${name}’s own settings follow your decisions (unconfirmed): ${allow} allowed, ${deny} denied, in ${path}`
      : `${name}’s own settings don’t follow your decisions: ${path}`,
    ...(problem === null ? [] : [`  wrong: ${problem}`]),
    ...(differs
      ? [`  wrong: its rules and your decisions differ. Run \`skillgate sync ${host}\`.`]
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
  'Unconfirmed: no version of Claude Code has been seen to honor or print such a rule. Don’t rely on it in place of `skillgate protect`.';
const fromNowOn =
  'From now on, Skillgate adds and removes its own rules there as you decide, and removes an approved skill’s rule once it sees that the skill changed. Denials are by name. `skillgate sync --undo` removes them all.';

function shown({ to, at, file, text, line, lines, left }: RulePlan): OutputLine[] {
  const { name } = hostOf(at.id);
  const what =
    text === null ? ', which is deleted' : file === null ? ', a new file' : `, line ${line}`;
  return [
    ...(lines.length > 0
      ? [`${name}: ${at.path}${what}:`, ...lines.map(blockOf)]
      : [`${name}: ${at.path} stays unchanged.`]),
    ...leftLines(left),
    ...(to === 'on' ? [unconfirmed, fromNowOn] : ['Only rules that Skillgate wrote are removed.']),
  ];
}

const signs = { same: ' ', removed: '-', added: '+' } as const;
const blockOf = ({ kind, text }: RulePlan['lines'][number]): OutputLine => ({
  block: `  ${signs[kind]} ${text}`,
});

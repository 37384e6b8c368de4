import { randomBytes } from 'node:crypto';
import {
  framed,
  listed,
  meant,
  pathOf,
  skillToolOf,
  toolName,
  type SkillTool,
} from '../policy/exposed-skills.ts';
import { isRecord } from '../../core/json.ts';
import { visible } from '../../core/text.ts';
import {
  codes,
  list,
  record,
  text,
  type RpcAnswer,
  type JsonObject,
  failed,
} from '../policy/message.ts';
import type { ServedSkill } from '../policy/served-skill.ts';
import type { SkillsDesk } from './skills.ts';
import type { ServerConnection } from './server-connection.ts';
import { givesSkills, nameOf, skillToolsIn } from '../../core/dialects/listing/skill-tools.ts';
import { hidesSkillTools } from '../../core/policy/judge.ts';
import type { GatewayAudit } from './gateway-audit.ts';

/**
 * Answers the tools that stand for the extension (`--expose tools`), where the server has skills.
 */
export class ExposedTools {
  readonly #upstream: ServerConnection;
  readonly #skills: SkillsDesk;

  constructor(upstream: ServerConnection, skills: SkillsDesk) {
    this.#upstream = upstream;
    this.#skills = skills;
  }

  /** Whether the server is known to have skills, or couldn't be asked. */
  async isNeeded(): Promise<boolean> {
    await this.#upstream.listedOnce();
    const { server, shelf, unlisted } = this.#upstream;
    return unlisted !== null || server.skills.size > 0 || shelf.skills.length > 0;
  }

  /** Which of ours a name means; null if the server's own tool, or none, is meant. */
  async toolOf(name: string): Promise<SkillTool | null> {
    const tool = skillToolOf(this.#label, name);
    return tool !== null && (await this.isNeeded()) ? tool : null;
  }

  async call(tool: SkillTool, params: JsonObject, signal: AbortSignal): Promise<RpcAnswer> {
    const given = record(params, 'arguments');
    if (tool === 'list_skills') {
      const answer = await this.#skills.list({});
      if ('error' in answer) return wrong(answer.error.message);
      return said(listed(this.#label, this.#upstream.shelf.skills));
    }
    const word = text(given, 'skill');
    if (word === null) return wrong('The argument "skill" is missing.');
    await this.#upstream.listedOnce();
    const skills = meant(word, this.#upstream.shelf.skills);
    const [skill] = skills;
    if (skills.length > 1)
      return wrong(
        'Several skills have this name. Use an address instead: ' +
          `${skills.map(({ uri }) => visible(uri, 2_000)).join(', ')}`,
      );
    // Requested by its address all the same: the person hears of it, and the answer is the same.
    if (skill === undefined) {
      await this.#skills.get({ uri: word });
      const { unlisted } = this.#upstream;
      if (unlisted !== null) return wrong(unlisted);
      return wrong(
        'No approved skill has this name. ' +
          `Use ${this.#named('list_skills')} to see which there are.`,
      );
    }
    if (tool === 'load_skill') return this.#load(skill, signal);
    const path = text(given, 'path')?.replace(/^\.\//, '') ?? '';
    const file = skill.files.find(({ uri }) => pathOf(skill, uri) === path);
    return file === undefined
      ? wrong(`This skill has no such file. Use ${this.#named('load_skill')} to see its files.`)
      : this.#file(file.uri, '', signal);
  }

  get #label(): string {
    return this.#upstream.server.label;
  }

  #named(tool: SkillTool): string {
    return toolName(this.#label, tool);
  }

  #load(skill: ServedSkill, signal: AbortSignal): Promise<RpcAnswer> {
    const others = skill.files
      .filter(({ uri }) => uri !== skill.uri)
      .map(({ uri, size }) => `- ${pathOf(skill, uri)} (${size} bytes)`);
    const more =
      others.length === 0
        ? ''
        : `\nOther files (open them with ${this.#named('read_skill_file')}):\n${others.join('\n')}`;
    return this.#file(skill.uri, more, signal);
  }

  async #file(uri: string, more: string, signal: AbortSignal): Promise<RpcAnswer> {
    const answer = await this.#skills.read(uri, signal);
    if (answer !== null && 'error' in answer && answer.error.code === codes.internal)
      return wrong(answer.error.message);
    const contents = answer !== null && 'result' in answer ? list(answer.result, 'contents') : [];
    const [content] = contents;
    if (!isRecord(content)) return wrong('This file is no longer approved.');
    const body = text(content, 'text');
    if (body === null) return wrong('This file isn’t text.');
    // A mark that the text cannot know: it must not be able to write where it ends.
    const mark = randomBytes(4).toString('hex');
    return said(framed(this.#label, uri, body, mark) + more);
  }
}

const said = (body: string): RpcAnswer => ({ result: { content: [{ type: 'text', text: body }] } });
const wrong = (body: string): RpcAnswer => ({
  result: { content: [{ type: 'text', text: body }], isError: true },
});

/** Tells the person who reads the host's log, each time of tools that were not named before. */
export type TellOfTools = (names: readonly string[], isHidden: boolean) => void;

/** Most names that are kept to say each of them once; a server decides how many there are. */
const mostNamed = 100;

/**
 * Tools of the server's that bring skills to the model whatever was approved: the person hears of
 * them, and a policy hides them.
 */
export class SkillTools {
  readonly #upstream: ServerConnection;
  readonly #witness: GatewayAudit;
  readonly #tell: TellOfTools;
  readonly #told = new Set<string>();

  constructor(upstream: ServerConnection, witness: GatewayAudit, tell: TellOfTools) {
    this.#upstream = upstream;
    this.#witness = witness;
    this.#tell = tell;
  }

  get #isHiding(): boolean {
    return hidesSkillTools(this.#upstream.parts.policy.current);
  }

  /** A page of the server's tools, without those that are hidden. */
  listed(answer: RpcAnswer): RpcAnswer {
    if ('error' in answer) return answer;
    const tools = list(answer.result, 'tools');
    const found = skillToolsIn(tools);
    const isHidden = this.#isHiding;
    this.#tellOnce(found, isHidden);
    return found.length === 0 || !isHidden
      ? answer
      : { result: { ...answer.result, tools: withoutSkillTools(tools) } };
  }

  /** The answer to a call of a tool that is hidden; null where the server may be asked. */
  refusal(params: JsonObject): RpcAnswer | null {
    if (!this.#isHiding) return null;
    const name = text(params, 'name');
    // A list of one name is that name to a careless server.
    if (name === null) return failed(codes.invalidParams, 'params.name is missing.');
    if (!givesSkills(name)) return null;
    this.#witness.note('load-refused', '', null, `called ${name}, which the policy hides`);
    return failed(codes.invalidParams, `Unknown tool: ${name}`);
  }

  #tellOnce(names: readonly string[], isHidden: boolean): void {
    const fresh = names.filter((name) => !this.#told.has(`${isHidden} ${name}`));
    if (fresh.length === 0 || this.#told.size >= mostNamed) return;
    for (const name of fresh.slice(0, mostNamed)) this.#told.add(`${isHidden} ${name}`);
    const what = `its ${fresh.join(', ')} can bring skills that weren’t approved`;
    const how = isHidden ? 'the policy hides them' : 'no policy hides them';
    this.#witness.note('skill-tools-seen', '', null, `${visible(what, 1_000)}; ${how}`);
    this.#tell(fresh, isHidden);
  }
}

/** A server's list of tools, of which those that give skills are left out. */
export const withoutSkillTools = (tools: readonly unknown[]): readonly unknown[] =>
  tools.filter((tool) => !givesSkills(nameOf(tool)));

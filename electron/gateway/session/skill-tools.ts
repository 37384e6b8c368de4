import { givesSkills, nameOf, skillToolsIn } from '../../core/dialects/listing/skill-tools.ts';
import { visible } from '../../core/text.ts';
import { hidesSkillTools } from '../../core/policy/judge.ts';
import { codes, failed, list, text, type RpcAnswer, type JsonObject } from '../policy/message.ts';
import type { ServerConnection } from './server-connection.ts';
import type { GatewayAudit } from './gateway-audit.ts';

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

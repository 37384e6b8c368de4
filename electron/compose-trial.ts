import type { ComposeOptions } from './compose-core.ts';
import { trialClient } from './core/hosts/gateway-entry.ts';
import { isRecord, own } from './core/json.ts';
import type { ServerSession } from './engine/ports/session.ts';
import type { StartCommand, StartPlaces, TrialRunner } from './engine/ports/servers.ts';
import { failureLine } from '../shared/connection-advice.ts';
import { createConnector } from './mcp/connector.ts';
import { hostEnvironment } from './mcp/environment.ts';
import { createProtocolLog } from './mcp/log.ts';

const extensionId = 'io.modelcontextprotocol/skills';

/** The server decides how many pages there are. */
const mostPages = 50;

/**
 * Connects as an app would, with the environment of this process. Never in its folder, directly or
 * through Skillgate: the attacker has it cloned, and puts programs there that a package runner
 * takes in place of those that were shown.
 */
export function serverTrials(
  { place: { env }, version, sample }: Pick<ComposeOptions, 'place' | 'version' | 'sample'>,
  { folderFor, searchPath }: Pick<StartPlaces, 'folderFor' | 'searchPath'>,
): TrialRunner {
  const environment = hostEnvironment(env);
  // In the empty folder, no argument leads anywhere; a gateway's may have the name of a file here.
  const startPlaces = {
    folderFor: (command: StartCommand) => folderFor({ ...command, args: [] }),
    searchPath,
  };
  return async (label, config, signal) => {
    const connector = createConnector({
      log: createProtocolLog({ now: Date.now, rows: 0 }),
      now: Date.now,
      clientInfo: { name: trialClient, version },
      sample,
      host: { capabilities: {}, environment },
      startPlaces,
    });
    const session = await connector.connect(label, config, signal);
    if (!session.ok) return { outcome: 'failed', reason: failureLine(label, session.error) };
    const { relay } = session.value;
    // An app that offers nothing refuses at once; unanswered, the server would keep it waiting.
    relay?.onMessage(({ id }) => {
      if (id !== undefined)
        relay.answer(id, { error: { code: -32_601, message: 'Method not found' } });
    });
    const end = (): void => void session.value.close();
    signal.addEventListener('abort', end, { once: true });
    try {
      const [tools, prompts] = [
        await namesIn(session.value, 'tools'),
        await namesIn(session.value, 'prompts'),
      ];
      const failed = [tools, prompts].find((names) => typeof names === 'string');
      if (typeof tools === 'string' || typeof prompts === 'string')
        return { outcome: 'failed', reason: String(failed) };
      const skills = hasSkills(session.value) ? await namesIn(session.value, 'skills', 'uri') : [];
      return {
        ...{ outcome: 'ready', tools, prompts },
        skills: hasSkills(session.value) && typeof skills !== 'string' ? skills.length : null,
      };
    } finally {
      signal.removeEventListener('abort', end);
      await session.value.close();
    }
  };
}

const hasSkills = ({ capabilities }: ServerSession): boolean => {
  const extensions = own(capabilities, 'extensions');
  return isRecord(extensions) && isRecord(own(extensions, extensionId));
};

/** Names in one of the server's lists, sorted; or why they can't be listed. */
async function namesIn(
  session: ServerSession,
  kind: 'tools' | 'prompts' | 'skills',
  key: 'name' | 'uri' = 'name',
): Promise<readonly string[] | string> {
  if (kind !== 'skills' && own(session.capabilities, kind) === undefined) return [];
  const names = new Set<string>();
  let cursor: unknown;
  for (let page = 0; page < mostPages; page += 1) {
    const params = typeof cursor === 'string' ? { cursor } : {};
    const answer = await session.call(`${kind}/list`, params);
    if (!answer.ok) return `${kind}/list: ${answer.error.message}`;
    const items = isRecord(answer.value) ? own(answer.value, kind) : undefined;
    for (const item of Array.isArray(items) ? items : []) {
      const name = isRecord(item) ? own(item, key) : undefined;
      if (typeof name === 'string') names.add(name);
    }
    cursor = isRecord(answer.value) ? own(answer.value, 'nextCursor') : undefined;
    if (typeof cursor !== 'string' || cursor === '') break;
  }
  return [...names].toSorted();
}

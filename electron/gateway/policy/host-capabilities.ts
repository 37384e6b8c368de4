import { isRecord, own } from '../../core/json.ts';
import { extension } from './era.ts';
import { record, type JsonObject } from './message.ts';

/** Capabilities of a server's that are relayed, and whether it tells of changes. */
const passed = ['tools', 'prompts', 'completions', 'logging'] as const;

/**
 * What the host is told that the server behind can: what is relayed, and what is served here,
 * which is the extension, resources and notices of changes. Older keys for skills, tasks,
 * experiments and other extensions are not relayed, and so are not named.
 */
export function advertised(capabilities: JsonObject, exposesTools: boolean): JsonObject {
  const told: Record<string, unknown> = {};
  for (const name of passed) {
    const value = own(capabilities, name);
    if (isRecord(value))
      told[name] = own(value, 'listChanged') === true ? { listChanged: true } : {};
  }
  if (exposesTools) told['tools'] = { listChanged: true };
  const resources = record(capabilities, 'resources');
  return {
    ...told,
    resources: {
      listChanged: true,
      ...(own(resources, 'subscribe') === true ? { subscribe: true } : {}),
    },
    extensions: { [extension]: { directoryRead: true } },
  };
}

/** What a server may know of its host: the same of both eras, and nothing that is not relayed. */
export function offered(capabilities: JsonObject): JsonObject {
  const told: Record<string, unknown> = {};
  for (const name of ['sampling', 'elicitation', 'roots']) {
    const value = own(capabilities, name);
    if (isRecord(value)) told[name] = value;
  }
  return told;
}

import { agentFileWords, agentSecrets, agentSettings } from '../knowledge/agent-files.ts';
import { readsOf } from '../knowledge/file-use.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const secrets = pattern(agentFileWords, agentSecrets);
const settings = pattern(agentFileWords, agentSettings);
const orders = pattern(
  agentFileWords,
  String.raw`\b(?:read|cat|open|copy|collect|gather|extract|dump|include|upload|send|load|retrieve|scan|parse)\s+(?:\w+\s+){0,6}?[\x60"'(]*${agentSecrets}`,
);

/** E03. */
export const agentSettingsRead = rule({
  id: 'E03',
  family: 'secrets',
  severity: 'high',
  title: "Reads the settings or sessions of the person's agents",
  why:
    'There stand keys of servers, what was said in other sessions, and what the person allowed. None ' +
    'of it is for a skill.',
  confusedWith:
    'Help with setting a host up looks at its settings: these stand as low, keys and sessions as ' +
    'high.',
  *look(document) {
    const found = readsOf(document, secrets);
    for (const use of found) yield at(use);
    for (const use of readsOf(document, settings))
      if (!found.some(({ start }) => start === use.start)) yield at(use, { severity: 'low' });
    yield* phrases(document, orders, () => ({ confidence: 'medium' }));
  },
});

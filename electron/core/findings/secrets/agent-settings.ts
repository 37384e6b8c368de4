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

/** Names of files only. */
const isListed = (use: object): boolean =>
  'name' in use && /^(?:ls|find|tree)$/.test(String(use.name));

/** E03. */
export const agentSettingsRead = rule({
  id: 'E03',
  family: 'secrets',
  severity: 'high',
  title: "Reads your agents' settings or sessions",
  why:
    "They hold server keys, other sessions' conversations and what you've allowed. A skill " +
    'needs none of these.',
  confusedWith:
    'Setup help for an app reads its settings. Settings are rated low; keys and sessions, ' +
    'high.',
  *look(document) {
    const found = readsOf(document, secrets);
    for (const use of found) yield at(use, isListed(use) ? { severity: 'medium' } : {});
    for (const use of readsOf(document, settings))
      if (!found.some(({ start }) => start === use.start)) yield at(use, { severity: 'low' });
    yield* phrases(document, orders, () => ({ confidence: 'medium' }));
  },
});

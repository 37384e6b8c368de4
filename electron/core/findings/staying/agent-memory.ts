import { agentFileWords, agentMemory } from '../knowledge/agent-files.ts';
import { hitsOf } from '../knowledge/intent-hits.ts';
import { writesOf } from '../knowledge/file-use.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const files = pattern(agentFileWords, agentMemory);
const orders = pattern(
  agentFileWords,
  String.raw`\b(?:append|add|write|insert|inject|copy|prepend|persist)\s+(?:\w+\s+){0,8}?(?:to|in|into|inside)\s+(?:the\s+|your\s+|their\s+|global\s+|project\s+)*[\x60"'(]*(?:~/|\$HOME/|\./)?(?:\.[\w-]+/)?${agentMemory}`,
);

/** K04. */
export const agentMemoryWrite = rule({
  id: 'K04',
  family: 'staying',
  severity: 'high',
  title: 'Writes to files that your agents always read',
  why:
    "Agents obey memory, rules and settings files in every later session. What's written " +
    'there stays after the skill is removed, and nobody approved it there.',
  confusedWith:
    'Project setup skills write such files on purpose. In prose, and only for the project, ' +
    'this is rated low.',
  *look(document) {
    for (const use of writesOf(document, files)) yield at(use);
    const told = phrases(document, orders, ({ text }) => ({
      severity: /~\/|\$HOME|global/i.test(text) ? 'high' : 'low',
      confidence: 'medium',
    }));
    yield* hitsOf(document, 'remember', [...told], ({ isForeign }) => ({
      confidence: 'medium',
      ...(isForeign ? { severity: 'medium' } : {}),
    }));
  },
});

import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';

const vendors =
  'anthropic|claude|openai|chatgpt|google|gemini|microsoft|github|copilot|apple|amazon|aws|meta|stripe|slack|atlassian';
const claims = new RegExp(
  `\\b(?:official|verified|certified|authori[sz]ed|endorsed|trusted)\\b[^.\\n]{0,30}\\b(?:${vendors})\\b` +
    `|\\b(?:${vendors})(?:['’]s)?\\s+(?:official|verified|certified|security\\s+team|internal|approved)\\b` +
    `|\\b(?:by|from|made\\s+by|published\\s+by|maintained\\s+by)\\s+(?:the\\s+)?(?:anthropic|openai|google|microsoft|apple|amazon)(?:\\s+team)?\\s*(?:[.,)]|$)`,
  'i',
);

/** P04. */
export const impersonation = rule({
  id: 'P04',
  family: 'steering',
  severity: 'medium',
  title: 'Says that it comes from a well-known maker',
  why:
    'Anybody can write a name into a description. Who serves the skill is the server that it comes ' +
    'from, and nobody else.',
  confusedWith: 'Skills that such a maker publishes, and those that are only about their products.',
  *look({ frontmatter }) {
    for (const name of ['name', 'description', 'author']) {
      const field = frontmatter?.get(name);
      if (typeof field?.value !== 'string' || field.value.length > 4_000) continue;
      if (claims.test(field.value)) yield at(field);
    }
  },
});

import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';

const vendors =
  'anthropic|claude|openai|chatgpt|google|gemini|microsoft|' +
  'github|copilot|apple|amazon|aws|meta|stripe|slack|atlassian';
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
  title: 'Claims to come from a well-known company',
  why:
    'Anyone can write a name into a description. What counts is the server that the skill ' +
    'comes from.',
  confusedWith: 'Skills that the company itself publishes, or that are only about its products.',
  *look({ frontmatter }) {
    for (const name of ['name', 'description', 'author']) {
      const field = frontmatter?.get(name);
      if (typeof field?.value !== 'string' || field.value.length > 4_000) continue;
      if (claims.test(field.value)) yield at(field);
    }
  },
});

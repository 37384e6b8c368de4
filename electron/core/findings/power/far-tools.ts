import { toolsOf } from '../../requests.ts';
import { at } from '../knowledge/places.ts';
import { rule } from '../rule.ts';

const reaching =
  /^(?:web_?fetch|web_?search|fetch|browser|http|curl|mcp__\w*(?:fetch|browser|http)\w*|bash\((?:curl|wget|ssh|scp|rsync|nc)\b.*\))$/i;
const writing =
  /^(?:write|edit|multi_?edit|notebook_?edit|write_?file|edit_?file|create_?file|str_replace\w*|apply_?patch)$/i;

/** A02. */
export const farTools = rule({
  id: 'A02',
  family: 'power',
  severity: 'info',
  title: 'Asks for tools that write files or reach the network',
  why:
    'Together they can carry what one session has read somewhere else, or change what the ' +
    'next one reads.',
  confusedWith: 'Most skills that create something need to write it.',
  *look({ frontmatter }) {
    for (const [name, field] of frontmatter ?? []) {
      const asked = toolsOf({ [name]: field.value });
      if (asked.some((tool) => reaching.test(tool) || writing.test(tool))) yield at(field);
    }
  },
});

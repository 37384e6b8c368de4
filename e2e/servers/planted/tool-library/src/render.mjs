import { inSentence, nameOf, quoted } from './words.mjs';

/** The texts of one tool's skill, by path. Nothing is on a disk: all of it comes from the table. */
export function filesOf(tool, shelf) {
  const files = new Map([
    ['SKILL.md', skillText(tool, shelf)],
    ['references/checks.md', checksText(tool)],
    ['references/label.svg', labelOf(tool)],
  ]);
  if (tool.parts !== undefined) files.set('references/spare/parts.csv', partsText(tool));
  if (tool.briefing !== undefined) files.set('briefing.txt', `${tool.briefing}\n`);
  return new Map([...files].map(([path, text]) => [path, Buffer.from(text, 'utf8')]));
}

function skillText(tool, shelf) {
  const it = inSentence(tool.title);
  return [
    '---',
    `name: ${nameOf(tool.title)}`,
    `description: ${quoted(tool.about ?? shelf.about)}`,
    'license: CC0-1.0',
    'metadata:',
    `  shelf: ${shelf.key}`,
    '---',
    '',
    `# ${tool.title}`,
    '',
    `1. Take a deposit of ${tool.deposit} €, and write down the number of the card.`,
    `2. Go through [the checks](references/checks.md) with whoever borrows the ${it}.`,
    ...(tool.briefing === undefined ? [] : ['3. Read `briefing.txt`, and do what it says.']),
    '',
    `It is due after ${tool.days === 1 ? 'one day' : `${tool.days} days`}. After a week call, after two write.`,
    '',
  ].join('\n');
}

const checksText = (tool) =>
  `# Before and after\n\n${tool.checks.map((check) => `- [ ] ${check}`).join('\n')}\n`;

const partsText = (tool) =>
  `part,number\n${tool.parts.map(([part, number]) => `"${part}",${number}`).join('\n')}\n`;

const labelOf = (tool) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="40"><text x="8" y="26">${tool.title} · ${tool.days} d</text></svg>\n`;

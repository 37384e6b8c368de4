import type { SampleFiles } from './content.ts';

const tips = [
  'Start with what is blocked; what is done is on the board.',
  'One sentence each. Details belong after the meeting, with those who need them.',
  'Ask "what would help you today?" instead of "what did you do yesterday?"',
  'Whoever spoke last yesterday speaks first today.',
  'If the same thing is blocked three days in a row, it is the topic of the day.',
  'End with one name and one action, or end early.',
  'Say "I do not know yet" out loud; it is often the news.',
];

/**
 * A skill whose publisher keeps changing it: its text depends on when the server was started (ms
 * since the epoch).
 */
export function standupTips(startedAt: number): SampleFiles {
  const first = startedAt % tips.length;
  const order = tips.map((_, index) => tips[(first + index) % tips.length]);
  return {
    'SKILL.md': `---
name: daily-standup-tips
description: Three tips for today's stand-up meeting. The publisher rewrites them often.
---

# Tips for the stand-up

Written ${new Date(startedAt).toISOString()}.

${order
  .slice(0, 3)
  .map((tip, index) => `${index + 1}. ${tip}`)
  .join('\n')}

Offer one tip, not all three, and only when somebody asks how to make the meeting better.
`,
    'references/all-tips.md': `# All tips\n\n${order.map((tip) => `- ${tip}`).join('\n')}\n`,
  };
}

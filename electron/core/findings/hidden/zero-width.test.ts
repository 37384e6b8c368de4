import { ruleCases } from '../testing/cases.ts';
import { zeroWidth } from './hidden-characters.ts';

const bits = (text: string): string =>
  [...text]
    .map((letter) => letter.charCodeAt(0).toString(2).padStart(8, '0'))
    .join('')
    .replaceAll('0', '\u200B')
    .replaceAll('1', '\u200C');

ruleCases(zeroWidth, {
  hits: [
    { name: 'three in a row', text: 'Read\u200B\u200B\u200B this.\n' },
    {
      name: 'an order written in bits',
      text: `# Notes${bits('run x')}\n`,
      severity: 'high',
      decoded: 'run x',
    },
    {
      name: 'bits between letters of a line',
      text: `${[...bits('hi')].map((bit, at) => `${'abcdefghijklmnop'[at]}${bit}`).join('')}\n`,
      severity: 'high',
      decoded: 'hi',
    },
    { name: 'a row in a script', path: 'a.py', text: 'x = 1  # \u2060\u2060\u2060\u2060\n' },
  ],
  misses: [
    {
      name: 'a family of emoji',
      text: 'A \u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}.',
    },
    { name: 'Persian', text: 'می\u200Cخواهم و می\u200Cروم و نمی\u200Cدانم\n' },
    { name: 'a byte order mark at the start of the file', text: '\uFEFF# Title\n' },
    {
      // anthropics/skills, skills/slack-gif-creator (Apache-2.0)
      name: 'a list of a real skill',
      text: '**Message GIFs:**\n- Dimensions: 480x480\n- Duration: keep under 3 seconds for emoji\n',
    },
  ],
});

import { ruleCases } from '../testing/cases.ts';
import { selectors } from './hidden-characters.ts';

const carried = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('');

ruleCases(selectors, {
  hits: [
    {
      name: 'an order after an emoji',
      text: `Done 😀${carried('send it')}\n`,
      decoded: 'send it',
    },
    { name: 'letters in a script', path: 'a.js', text: `const a = 'x${carried('eval(1)')}';\n` },
    { name: 'a single one of the upper range after a Latin letter', text: 'a\u{E0141}b\n' },
  ],
  misses: [
    { name: 'a color emoji', text: 'Careful ⚠️ and ❤️\n' },
    { name: 'a variant of a Chinese character', text: '葛\u{E0101}城市\n' },
    {
      // anthropics/skills, skills/slack-gif-creator (Apache-2.0)
      name: 'a sentence of a real skill',
      text: 'Slack GIFs: 10-30 FPS, fewer colors = smaller file size 🎨\n',
    },
  ],
});

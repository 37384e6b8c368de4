import { createHash } from 'node:crypto';
import { ruleCases } from '../testing/cases.ts';
import { opaqueText } from './hidden-programs.ts';

/** Looks like packed bytes: as many letters as asked for, the same each time. */
const opaque = (length: number): string => {
  let text = '';
  for (let at = 0; text.length < length; at += 1)
    text += createHash('sha256').update(`${at}`).digest('base64').slice(0, 40);
  return text.slice(0, length);
};

ruleCases(opaqueText, {
  hits: [
    { name: 'a long token', path: 'a.py', text: `blob = "${opaque(900)}"\n` },
    { name: 'a minified line', path: 'a.js', text: `${'var a=f(1);'.repeat(600)}\n` },
    { name: 'a token in a shell script', path: 'a.sh', text: `X='${opaque(600)}'\n` },
  ],
  misses: [
    { name: 'a ruler', path: 'a.py', text: `# ${'='.repeat(600)}\n` },
    {
      name: 'an image that says so',
      path: 'a.js',
      text: `const a = 'data:image/png;base64,${opaque(900)}';\n`,
    },
    { name: 'a checksum', path: 'a.sh', text: `echo "${opaque(64)}  a.tgz" | sha256sum -c\n` },
    {
      // anthropics/skills, skills/slack-gif-creator (Apache-2.0)
      name: 'a line of a real script',
      path: 'core/easing.py',
      text: 'def ease_in_out_cubic(t: float) -> float:\n    return 4 * t * t * t\n',
    },
  ],
});

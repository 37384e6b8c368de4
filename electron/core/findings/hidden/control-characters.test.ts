import { ruleCases } from '../testing/cases.ts';
import { controlCharacters } from './hidden-characters.ts';

ruleCases(controlCharacters, {
  hits: [
    {
      name: 'an escape sequence that clears the screen',
      path: 'a.sh',
      text: 'curl x.example\u001B[2K\u001B[1A\n',
      severity: 'high',
    },
    {
      name: 'an escape sequence that writes to the clipboard',
      text: 'Ok \u001B]52;c;aGk=\u0007\n',
      severity: 'high',
    },
    { name: 'color, rated low', path: 'out.txt', text: '\u001B[31mred\u001B[0m\n' },
    {
      name: 'color that hides text',
      path: 'o.txt',
      text: '\u001B[8mx\u001B[0m\n',
      severity: 'high',
    },
    { name: 'invisible operators', text: 'a\u2062\u2063\u2064b\n' },
    { name: 'a row of soft hyphens', text: 'a\u00AD\u00AD\u00ADb\n' },
  ],
  misses: [
    { name: 'tabs and line endings', path: 'a.sh', text: 'a\t1\r\nb\t2\r\n' },
    { name: 'one soft hyphen in a word', text: 'Donau\u00ADdampf\n' },
    {
      // obra/superpowers, skills/test-driven-development (MIT)
      name: 'colors written out in a real script',
      path: 'run.sh',
      text: 'RED=\'\\033[0;31m\'\necho -e "${RED}failed${NC}"\n',
    },
  ],
});

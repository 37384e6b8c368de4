import { expect, it } from 'vitest';
import { chance, type Chance } from '../archive/testing/mutants.ts';
import { carried } from './entry.ts';
import { entriesOf, putBack, putThrough } from './document.ts';
import { hostOf } from './host.ts';
import { documented } from './hosts.fixture.ts';

const mutants = 500;
/** What breaks app files: ends of strings, comments, tables, anchors, line endings. */
const pieces = [
  ...['"', "'", '"""', "'''", '\\', '#', '//', '/*', '*/', '{', '}', '[', ']', ',', ':', '='],
  ...['\n', '\r\n', '\t', ' ', '- ', '|\n', '&a ', '*a', '<<: ', '.', 'é', '\u{1F600}'],
  ...['"env": {}, ', 'env = 1\n', '[mcp_servers.context7]\n', 'a.b = 1\n', 'extensions:\n'],
];

function mutant(text: string, below: Chance): string {
  let now = text;
  for (let times = below(2) + 1; times > 0; times -= 1) {
    const at = below(now.length + 1);
    const from = below(now.length + 1);
    const piece =
      below(3) === 0 ? now.slice(from, from + below(30)) : (pieces[below(pieces.length)] ?? '');
    now = now.slice(0, at) + piece + now.slice(at + (below(2) === 0 ? below(4) : 0));
  }
  return now;
}

it('changes files that are nearly valid to the byte and back, or leaves them', () => {
  const below = chance(20_261_101);
  let changed = 0;
  for (let number = 0; number < mutants; number += 1) {
    const { id, text } = documented[below(documented.length)] ?? { id: 'cursor', text: '' };
    const host = hostOf(id);
    const file = mutant(text, below);
    const entries = entriesOf(file, host);
    for (const entry of entries.ok ? entries.value : []) {
      if (!carried(entry.value, null).ok) continue;
      const gateway = { command: '/opt/é "s"', args: ['/x/cli.js'], env: { SKILLGATE_HOME: '/h' } };
      const change = putThrough(file, host, entry, { ...gateway, server: 'a', pin: 'p' });
      if (!change.ok) continue;
      changed += 1;
      const back = putBack(change.value.text, host, { path: entry.path, ...change.value });
      expect(back.ok ? back.value.text : back.error, `${id} ${number}`).toBe(file);
    }
  }
  expect(changed).toBeGreaterThan(50);
});

import { existsSync } from 'node:fs';
import { startChild } from '../child.ts';

/**
 * Starts a server that ignores every wish to end, says which processes there are, and leaves
 * without closing it.
 */
const [server = '', pids = '', way = 'exit'] = process.argv.slice(2);
const child = startChild({
  command: process.execPath,
  args: [server, 'ignores-stdin', '--pids', pids],
  env: { PATH: process.env['PATH'] ?? '' },
});
child.stderr?.resume();
const look = setInterval(() => {
  if (!existsSync(pids)) return;
  clearInterval(look);
  if (way === 'throw') throw new Error('left on purpose');
  if (way === 'kill') process.kill(process.pid, 'SIGKILL');
  process.exit(0);
}, 20);

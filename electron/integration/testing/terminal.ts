import { spawn } from 'node:child_process';
import type { Place } from './place.ts';
import { ended, type BuiltCli, type Ran } from './cli.ts';

/**
 * Runs a program in a new terminal, and types an answer each time it has printed the text before
 * the answer. Prints the screen, and exits as the program did.
 */
const script = `
import fcntl, json, os, pty, select, struct, sys, termios, time
argv, columns, answers = json.loads(sys.argv[1]), int(sys.argv[2]), json.loads(sys.argv[3])
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 50, columns, 0, 0))
    os.execvp(argv[0], argv)
screen, seen, end = b'', 0, time.time() + 60
while time.time() < end:
    if answers and answers[0][0].encode() in screen[seen:]:
        seen = len(screen)
        os.write(terminal, answers.pop(0)[1].encode())
    if not select.select([terminal], [], [], 0.05)[0]:
        continue
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    screen += data
sys.stdout.buffer.write(screen)
sys.stdout.flush()
status = os.waitpid(pid, 0)[1]
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
`;

/** What to wait for, and what a person then types; a line feed is the Enter key. */
export type Typed = readonly [after: string, keys: string];

/** The command line as somebody at a terminal of this width has it. */
export async function atTerminal(
  cli: BuiltCli,
  place: Place,
  args: readonly string[],
  typed: readonly Typed[],
  columns = 200,
): Promise<Pick<Ran, 'code'> & { readonly screen: string }> {
  const command = JSON.stringify([process.execPath, cli.path, ...args]);
  const child = spawn('python3', ['-c', script, command, String(columns), JSON.stringify(typed)], {
    cwd: place.root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: place.home,
      SKILLGATE_HOME: place.data,
      TERM: 'xterm',
    },
  });
  const { code, stdout } = await ended(child);
  return { code, screen: stdout.replaceAll('\r\n', '\n') };
}

import type { CodeCall } from './calls.ts';

/** Calls that pass a text to a shell, or arguments to a program, by language. */
const shells = new Set([
  'os.system',
  'os.popen',
  'subprocess.run',
  'subprocess.call',
  'subprocess.Popen',
  'subprocess.check_call',
  'subprocess.check_output',
  'subprocess.getoutput',
  'subprocess.getstatusoutput',
  'asyncio.create_subprocess_shell',
  'asyncio.create_subprocess_exec',
  'pty.spawn',
  'commands.getoutput',
  'child_process.exec',
  'child_process.execSync',
  'child_process.execFile',
  'child_process.execFileSync',
  'child_process.spawn',
  'child_process.spawnSync',
  'execa',
  'execaCommand',
  'shelljs.exec',
  'Bun.spawn',
  'Kernel.system',
  'Kernel.exec',
  'Kernel.spawn',
  'IO.popen',
  'Open3.capture2',
  'Open3.capture2e',
  'Open3.capture3',
  'Open3.popen3',
  'Process.spawn',
]);
/** Names that start a program in some languages only. */
const byLanguage: ReadonlyMap<CodeCall['part']['language'], ReadonlySet<string>> = new Map([
  ['ruby', new Set(['system', 'exec', 'spawn', 'shell_exec'])],
  [
    'other',
    new Set([
      ...['system', 'exec', 'shell_exec', 'passthru', 'proc_open', 'popen', 'pcntl_exec', 'qx'],
      ...['exec.Command', 'syscall.Exec', 'os.StartProcess', 'exec.CommandContext'],
      ...['Runtime.getRuntime.exec', '?.exec', 'ProcessBuilder', 'Process.Start', '?.start'],
      ...['Command.new', 'std.process.Command.new', 'process.Command.new', 'os.execute'],
      ...['io.popen', 'Process.run', 'Process.runSync', 'System.cmd', 'IO.popen', 'Shell'],
      ...['CreateObject.Run', '?.Run', 'WScript.Shell.Run', 'shell.run', 'do shell script'],
    ]),
  ],
]);

/** True for a call that starts another program. */
export const startsProcess = ({ callee, part }: CodeCall): boolean =>
  shells.has(callee) || byLanguage.get(part.language)?.has(callee) === true;

/**
 * The text that such a call passes to a shell: a string unchanged, or the words of a list joined.
 * Null if it is only known at run time.
 */
export function shellTextOf(call: CodeCall): string | null {
  if (!startsProcess(call)) return null;
  const [first, second] = call.args.filter(({ name }) => name === null || name === 'args');
  if (first === undefined) return null;
  const list = first.list;
  if (list !== null) return list.map(quoted).join(' ');
  if (first.value === null) return null;
  const rest = call.args
    .slice(1)
    .flatMap(({ name, value }) => (name === null ? (value ?? []) : []));
  const isInWords = call.part.language === 'ruby' || call.part.language === 'other';
  const words = second?.list ?? (isInWords ? rest : []);
  if (call.callee.endsWith('CommandContext')) return words.map(quoted).join(' ');
  return [first.value, ...words.map(quoted)].join(' ');
}

const quoted = (word: string): string =>
  /^[\w./:@%+=,~-]+$|^\$[\w.]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

import type { CodeCall } from './calls.ts';
import { literalOf } from './literals.ts';
import type { SyntaxNode } from './tree.ts';

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
  'system',
  'exec',
  'spawn',
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
const ofRuby = new Set(['system', 'exec', 'spawn']);

/** True for a call that starts another program. */
export const startsProcess = ({ callee, part }: CodeCall): boolean =>
  shells.has(callee) && (!ofRuby.has(callee) || part.language === 'ruby');

/**
 * The text that such a call passes to a shell: a string unchanged, or the words of a list joined.
 * Null if it is only known at run time.
 */
export function shellTextOf(call: CodeCall, text: string): string | null {
  if (!startsProcess(call)) return null;
  const [first, second] = call.args.filter(({ name }) => name === null || name === 'args');
  if (first === undefined) return null;
  if (first.literal !== null) {
    const rest = call.args
      .slice(1)
      .filter(({ name, literal }) => name === null && literal !== null);
    const listed = second === undefined ? null : listOf(second.node, text);
    const words =
      listed ?? (call.part.language === 'ruby' ? rest.map(({ literal }) => literal ?? '') : []);
    return [first.literal, ...words.map(quoted)].join(' ');
  }
  return listOf(first.node, text)?.map(quoted).join(' ') ?? null;
}

/** The words of a list of strings, with variables in place of non-literals. */
function listOf(node: SyntaxNode, text: string): string[] | null {
  if (node.type !== 'list' && node.type !== 'array' && node.type !== 'tuple') return null;
  return node.children.map((child) => literalOf(child, text) ?? '$dynamic');
}

const quoted = (word: string): string =>
  /^[\w./:@%+=,-]+$|^\$dynamic$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The Python implementation needs Python; without it, its tests are skipped. */
export const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))']).status === 0;

/** The Python implementation's answer to each question, in order. */
export async function reference(questions: readonly object[]): Promise<unknown[]> {
  const child = spawn('python3', [here('reference.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(child, 'close');
  child.stdin.end(questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
  const [code] = (await ended) as [number];
  if (code !== 0) throw new Error(`reference.py ended with ${code}`);
  const lines = Buffer.concat(chunks).toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** The mistakes in `mutants.json` that no vector caught. */
export function survivors(): {
  readonly vectors: number;
  readonly wrong: readonly unknown[];
  readonly mutants: number;
  readonly survivors: readonly string[];
} {
  const files = ['reference.py', 'mutants.json', '../vectors.json'].map(here);
  const [script = '', ...rest] = files;
  const run = spawnSync('python3', [script, '--mutants', ...rest], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout) as ReturnType<typeof survivors>;
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as Library from '@vscode/tree-sitter-wasm';
import { sha256 } from '../../electron/core/digest.ts';
import type { CodeLanguage } from '../../electron/core/findings/reading/layers.ts';
import { createPool } from '../../electron/inspection/pool.ts';

// `findings-look.mjs REPOSITORY`: reads lines `{"files": [{path, base64}], "times"?, "language"?}`
// from standard input and answers each with one line: the built rules' findings per file and the
// time of each run (ms). With a language, also the time of parsing alone.
const [repository = ''] = process.argv.slice(2);
const pool = createPool({ folder: join(repository, 'dist/findings') });
const installed = createRequire(join(repository, 'package.json'));

async function parserOf(language: CodeLanguage) {
  const wasm = installed.resolve('@vscode/tree-sitter-wasm');
  const { Parser, Language: Grammar } = installed(wasm) as typeof Library;
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(
    await Grammar.load(await readFile(join(dirname(wasm), `tree-sitter-${language}.wasm`))),
  );
  return parser;
}

interface Asked {
  readonly files: readonly { readonly path: string; readonly base64: string }[];
  readonly times?: number;
  readonly language?: CodeLanguage;
}

async function answer({ files, times = 1, language }: Asked) {
  const said = [];
  const parser = language === undefined ? null : await parserOf(language);
  for (const { path, base64 } of files) {
    const bytes = Buffer.from(base64, 'base64');
    const digest = sha256(bytes);
    const lookMs: number[] = [];
    const parseMs: number[] = [];
    let inspection;
    for (let round = 0; round < times; round += 1) {
      if (parser !== null) {
        const parsing = performance.now();
        parser.parse(bytes.toString())?.delete();
        parseMs.push(performance.now() - parsing);
      }
      const looking = performance.now();
      inspection = await pool.inspect(
        { uri: `skill://bench/${path}`, path, bytes, digest },
        'bench',
      );
      lookMs.push(performance.now() - looking);
    }
    said.push({ path, lookMs, parseMs, ...inspection });
  }
  return { files: said };
}

let held = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin) {
  const lines = (held + String(chunk)).split('\n');
  held = lines.pop() ?? '';
  for (const line of lines)
    process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line) as Asked))}\n`);
}

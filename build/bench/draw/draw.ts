import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Defect } from '../../../e2e/servers/defects/defect.ts';
import { officialDefects } from '../../../e2e/servers/defects/official.ts';
import { option } from '../../../e2e/servers/support/arguments.ts';
import { serveRaw } from '../../../e2e/servers/support/raw.ts';
import { combined } from './combined.ts';
import { drawn, failing } from './drawn.ts';

/**
 * A server with randomly drawn defects from the table that also tests the official suite's checks.
 * `draw.mjs serve|mend|left --seed N --mended FILE [--name DEFECT --at PLACE]`. Nothing prints
 * which they are: a guessed name is confirmed or rejected, and a right one is fixed while the
 * server runs.
 */
const file = option('mended', '');
const seed = Number(option('seed', '1'));

const mended = (): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
const all = drawn(seed);
const open = (): readonly string[] => {
  const done = mended();
  return all.filter((name) => !done.includes(name));
};

function mend(name: string, at: string): string {
  if (!open().includes(name)) return 'wrong: that is not planted, or is mended already';
  const places = officialDefects[name]?.breaks.flatMap((id) => failing([name]).get(id) ?? []) ?? [];
  if (!places.includes(at)) return 'wrong: it is planted, and not there';
  appendFileSync(file, `${name}\n`);
  return `right: mended; ${open().length} left`;
}

async function serve(): Promise<void> {
  const names = open();
  const whole = (): Defect => combined(open().map((name) => officialDefects[name] as Defect));
  const first = combined(names.map((name) => officialDefects[name] as Defect));
  await serveRaw(
    {
      about: first.about,
      capabilities: first.capabilities ?? {},
      on: ({ id, method, params }, wire) => {
        if (!/^(?:skills|resources)\//.test(method)) return false;
        const made = whole().answer?.(method, params);
        if (made === undefined) return false;
        if ('result' in made) wire.result(id, made.result);
        else wire.error(id, made.error.code, made.error.message);
        return true;
      },
    },
    { transport: option('transport', 'stdio'), modern: false },
  );
}

const [, , what = ''] = process.argv;
if (what === 'serve') await serve();
else if (what === 'mend') console.log(mend(option('name', ''), option('at', '')));
else if (what === 'names')
  for (const [name, { about }] of Object.entries(officialDefects))
    console.log(`${name.padEnd(24)}${about}`);
else console.log(`${open().length} left`);

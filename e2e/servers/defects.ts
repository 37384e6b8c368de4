import { readFileSync } from 'node:fs';
import { defects } from './defects/index.ts';
import { capabilities, discovery, honest } from './defects/honest.ts';
import { option } from './support/arguments.ts';
import { serveRaw, type Attack } from './support/raw.ts';

/**
 * A server with one defect planted. `defects.mjs NAME [--transport http] [--era modern]`;
 * `defects.mjs --list` prints the table as JSON. With `--from FILE` each request is answered with the
 * defect that the file names then, so that a server can be mended while it runs.
 */
const name = process.argv[2] ?? '--list';
const planted = defects[name];
if (planted === undefined) {
  process.stdout.write(`${JSON.stringify(defects)}\n`);
  process.exit(name === '--list' ? 0 : 2);
}
const transport = option('transport', 'stdio');
const from = option('from', '');
const answering = (): typeof honest =>
  (from === '' ? planted : defects[readFileSync(from, 'utf8').trim()])?.answer ?? honest;
const attack: Attack = {
  about: planted.about,
  capabilities: planted.capabilities ?? capabilities,
  instructions: planted.instructions ?? '',
  start: () => {
    if (planted.noise !== undefined && transport === 'stdio')
      process.stdout.write(`${planted.noise}\n`);
  },
  on: ({ id, method, params }, wire) => {
    if (method === 'server/discover' && option('era', 'legacy') === 'modern') {
      const declared = discovery(planted.capabilities ?? capabilities, planted.instructions);
      wire.result(id, planted.discovered?.(declared) ?? declared);
      return true;
    }
    if (!/^(?:skills|resources)\//.test(method)) return false;
    const made = answering()(method, params);
    const as = planted.hasTextIds === true ? String(id) : id;
    const send = (): void => {
      if ('result' in made) wire.result(as, made.result);
      else wire.error(as, made.error.code, made.error.message);
    };
    const isSlow = method === 'resources/read' && params['uri'] === planted.slow?.uri;
    if (isSlow) setTimeout(send, planted.slow?.ms);
    else send();
    return true;
  },
};
await serveRaw(attack, {
  transport,
  modern: option('era', 'legacy') === 'modern',
});

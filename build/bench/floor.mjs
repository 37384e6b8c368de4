import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { peakMemory, stopwatch } from './measure.mjs';

// `node floor.mjs SERVER COUNT WIDTH`: the least that any client must do. Lists COUNT skills,
// reads every file, WIDTH requests in flight, parses each line, hashes each text and compares.
// No checks, no limits, no log, no rows. Every request carries what revision 2026-07-28 asks of
// any client, so that both sides send the same. Prints one line of JSON.
const [server = '', count = '0', width = '8'] = process.argv.slice(2);
const child = spawn(process.execPath, [server, count], { stdio: ['pipe', 'pipe', 'inherit'] });

const envelope = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'floor', version: '0.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
});
const waiting = new Map();
let nextId = 1;
let out = '';
const ask = (method, key, value, answered) => {
  waiting.set(nextId, answered);
  const parameter = value === undefined ? '' : `"${key}":${JSON.stringify(value)},`;
  out += `{"jsonrpc":"2.0","id":${nextId},"method":"${method}","params":{${parameter}"_meta":${envelope}}}\n`;
  nextId += 1;
};
const flush = () => {
  if (out !== '') child.stdin.write(out);
  out = '';
};

let held = [];
child.stdout.on('data', (chunk) => {
  let start = 0;
  for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
    const line =
      held.length === 0
        ? chunk.toString('utf8', start, end)
        : Buffer.concat([...held, chunk.subarray(start, end)]).toString('utf8');
    held = [];
    start = end + 1;
    const message = JSON.parse(line);
    const answered = waiting.get(message.id);
    waiting.delete(message.id);
    answered(message.result);
  }
  if (start < chunk.length) held.push(chunk.subarray(start));
  flush();
});

const whenAnswered = (method, key, value) =>
  new Promise((resolve) => {
    ask(method, key, value, resolve);
    flush();
  });

async function list() {
  const files = [];
  let cursor;
  do {
    const page = await whenAnswered('skills/list', 'cursor', cursor);
    for (const { resources } of page.skills) files.push(...resources);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return files;
}

function verify(files) {
  return new Promise((resolve) => {
    let taken = 0;
    let done = 0;
    let matching = 0;
    const next = () => {
      const file = files[taken];
      if (file === undefined) return;
      taken += 1;
      ask('resources/read', 'uri', file.uri, ({ contents: [{ text }] }) => {
        if (`sha256:${hash('sha256', text, 'hex')}` === file.digest) matching += 1;
        done += 1;
        if (done === files.length) resolve(matching);
        else next();
      });
    };
    for (let slot = 0; slot < Number(width); slot += 1) next();
    flush();
  });
}

await whenAnswered('server/discover');
const listing = stopwatch();
const files = await list();
const listed = listing();
const verifying = stopwatch();
const matching = await verify(files);
const verified = verifying();
child.stdin.end();
console.log(
  JSON.stringify({
    skills: Number(count),
    files: files.length,
    matching,
    list: listed,
    verify: verified,
    peakMB: peakMemory(),
  }),
);

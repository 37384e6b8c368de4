import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const prefix = 'io.modelcontextprotocol';
const _meta = {
  [`${prefix}/protocolVersion`]: '2026-07-28',
  [`${prefix}/clientInfo`]: { name: 'bench', version: '1' },
  [`${prefix}/clientCapabilities`]: {},
};

/**
 * A minimal host over the pipes of `node …words`, so that the other end is what's measured. Returns
 * `{pid, ask, say, close}`; `ask` returns the whole answer, even an error.
 */
export function openPeer(words, env = {}) {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  let next = 1;
  let isClosing = false;
  const ended = new Promise((resolve) => {
    child.once('close', (code) => {
      for (const { reject } of waiting.values()) reject(new Error(`it ended with ${code}`));
      if (!isClosing) process.stderr.write(`bench: ${words.join(' ')} ended with ${code}\n`);
      resolve(code);
    });
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    if (message.method !== undefined) return;
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  });
  const say = (message) => void child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    pid: child.pid,
    say: (method, params) => say({ jsonrpc: '2.0', method, params }),
    ask: (method, params = {}) =>
      new Promise((resolve, reject) => {
        const id = next;
        next += 1;
        waiting.set(id, { resolve, reject });
        say({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
      }),
    close() {
      isClosing = true;
      child.stdin.end();
      return ended;
    },
  };
}

/** Every skill that is listed, page by page. */
export async function listAll(peer) {
  const skills = [];
  for (let cursor; ;) {
    const { result, error } = await peer.ask('skills/list', cursor === undefined ? {} : { cursor });
    if (result === undefined) throw new Error(`skills/list: ${JSON.stringify(error)}`);
    skills.push(...result.skills);
    cursor = result.nextCursor;
    if (cursor === undefined) return skills;
  }
}

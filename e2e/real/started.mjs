import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * One server of the list as hosts write it: a command, or the address of a process that runs for as
 * long as it is looked at. `again` ends it and starts it at the same address, for those that read
 * their disk once.
 */
export async function started(node, args, http) {
  if (!http) return { entry: { command: node, args }, again: async () => {}, stop: async () => {} };
  let running = await run(node, args);
  const { url } = running;
  return {
    entry: { url },
    async again() {
      await running.stop();
      running = await run(node, args, new URL(url).port);
    },
    stop: () => running.stop(),
  };
}

async function run(node, args, port) {
  const env = { ...process.env, ...(port === undefined ? {} : { PORT: port }) };
  const child = spawn(node, args, { stdio: ['pipe', 'pipe', 'inherit'], env });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(([code]) => Promise.reject(new Error(`${args.join(' ')} ended with ${code}`))),
  ]);
  return {
    url: JSON.parse(line).url,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

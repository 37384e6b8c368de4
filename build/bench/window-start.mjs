import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import WebSocket from 'ws';

/**
 * Starts a staged app with only Chromium's inspector at its page, because an Electron driver would
 * slow it down. Returns `{evaluate, pid, startedAt, stop}`; times are ms since 1970.
 */
export async function startWindow(staged, env, args = []) {
  const startedAt = Date.now();
  const child = spawn(staged.path, [...staged.args, '--remote-debugging-port=0', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  const port = await new Promise((resolve, reject) => {
    child.stderr.on('data', (data) => {
      printed += String(data);
      const found = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(printed);
      if (found !== null) resolve(found[1]);
    });
    child.once('exit', (code) => reject(new Error(`Electron ended with ${code}: ${printed}`)));
  });
  const socket = new WebSocket(await pageAddress(port));
  await once(socket, 'open');
  let asked = 0;
  return {
    pid: child.pid,
    startedAt,
    /** The value of an expression in the page; undefined if the page was replaced meanwhile. */
    async evaluate(code) {
      const params = { expression: code, awaitPromise: true, returnByValue: true };
      const id = (asked += 1);
      socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }));
      const signal = AbortSignal.timeout(60_000);
      for (;;) {
        const [data] = await once(socket, 'message', { signal });
        const answer = JSON.parse(String(data));
        if (answer.id !== id) continue;
        const thrown = answer.result?.exceptionDetails;
        if (thrown !== undefined) throw new Error(JSON.stringify(thrown));
        return answer.result?.result.value;
      }
    },
    async stop() {
      socket.terminate();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function pageAddress(port) {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
    const page = (await answer.json()).find(
      ({ type, url }) => type === 'page' && /^(app|file):/.test(url),
    );
    if (page !== undefined) return page.webSocketDebuggerUrl;
    await setTimeout(5);
  }
}

/** In the page: ms since 1970 of its first paint and of when a person could use it. */
const whenUsable = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  while (document.querySelector('[data-bench-empty], main button') === null) await frame();
  await frame();
  const usableAt = performance.timeOrigin + performance.now();
  while (painted() === undefined) await frame();
  return { paintedAt: performance.timeOrigin + painted(), usableAt };
})()`;

/** One start: ms from the process start to the first paint and to a responsive page. */
export async function startOnce(staged, env) {
  const window = await startWindow(staged, env);
  try {
    let figures;
    while (figures === undefined) figures = await window.evaluate(whenUsable);
    const { paintedAt, usableAt } = figures;
    return { paintedMs: paintedAt - window.startedAt, usableMs: usableAt - window.startedAt };
  } finally {
    await window.stop();
  }
}

import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openReceiver, type AnswerOutcome } from './receiver.ts';

async function open(says: AnswerOutcome = 'not-ours') {
  const taken: URLSearchParams[] = [];
  const receiver = await openReceiver([0], (given) => {
    taken.push(given);
    return says;
  });
  onTestFinished(() => receiver!.close());
  const { port } = receiver!;
  /** The status that comes back for a request line as it is written, whatever a client would do. */
  const status = (target: string, host = `127.0.0.1:${port}`, method = 'GET'): Promise<number> =>
    new Promise((done) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket.on('data', (bytes) => (text += bytes.toString()));
      socket.on('close', () => done(Number(text.split(' ')[1] ?? 0)));
    });
  return { status, taken, port, lend: receiver!.lend };
}

const root = process.platform === 'linux' && process.getuid?.() === 0;

/** The status that another user of this machine gets. */
const statusOfAnother = (address: string): Promise<string> =>
  new Promise((done, failed) => {
    const script = `fetch(${JSON.stringify(address)}, {redirect: 'manual'}).then(r => console.log(r.status))`;
    const child = spawn(process.execPath, ['-e', script], { uid: 65_534, cwd: '/' });
    let text = '';
    child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
    child.on('error', failed);
    child.on('close', () => done(text.trim()));
  });

describe('an address that is lent', () => {
  const secret = 'https://id.example/authorize?state=secret-state';

  it('leads on, says nothing of where, and is known to nobody who has not read it', async () => {
    const { lend, status, taken } = await open();
    const address = lend(secret);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/open\/[\w-]{32}$/);
    const answer = await fetch(address, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, secret]);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    // A browser asks twice, and a person, too.
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(303);
    const { pathname } = new URL(address);
    expect(await status(`${pathname}x`)).toBe(404);
    expect(await status('/open/')).toBe(404);
    expect(await status(pathname, 'rebound.example')).toBe(404);
    expect(await status(pathname, undefined, 'POST')).toBe(404);
    expect(lend(secret)).not.toBe(address);
    expect(taken).toEqual([]);
  });

  it.runIf(root)('leads no other user on, and takes no answer of theirs', async () => {
    const { lend, port, taken } = await open('taken');
    expect(await statusOfAnother(lend(secret))).toBe('403');
    expect(await statusOfAnother(`http://127.0.0.1:${port}/signed-in?state=s&code=c`)).toBe('403');
    expect(taken).toEqual([]);
    expect((await fetch(`http://127.0.0.1:${port}/signed-in?state=s&code=c`)).status).toBe(200);
  });
});

describe('where a browser comes back to', () => {
  it('takes one address of its own, and says when nothing waits for what it brings', async () => {
    const { status, taken } = await open();
    expect(await status('/signed-in?code=a&state=b')).toBe(400);
    expect(taken.map(String)).toEqual(['code=a&state=b']);
    expect(await (await open('taken')).status('/signed-in?code=a')).toBe(200);
  });

  it.each([
    '//',
    '//[',
    '//evil/signed-in',
    '/',
    '/signed-in/',
    '/%',
    '*',
    'http://[',
    '@[',
    '\\\\[',
  ])('survives a request for %s, which any page can make, and takes nothing', async (target) => {
    const { status, taken } = await open();
    expect([400, 404]).toContain(await status(target));
    expect(taken).toEqual([]);
    expect(await status('/signed-in')).toBe(400);
  });

  it('takes nothing under another name of this machine, and nothing that is sent', async () => {
    const { status, taken } = await open();
    expect(await status('/signed-in?code=a', 'rebound.example')).toBe(404);
    expect(await status('/signed-in?code=a', undefined, 'POST')).toBe(404);
    expect(taken).toEqual([]);
  });

  it('lets the browser in however many connections say nothing, and ends those soon', async () => {
    const { status, port } = await open();
    const silent = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'));
    const ended = silent.map((socket) => {
      socket.on('error', () => {}).resume();
      socket.write('GET /signed-in HTTP/1.1\r\n');
      return new Promise<void>((done) => {
        socket.once('close', () => done());
      });
    });
    await Promise.all(
      silent.map(
        (socket) =>
          new Promise<void>((done) => {
            if (socket.connecting) socket.once('connect', () => done());
            else done();
          }),
      ),
    );
    const began = Date.now();
    expect(await status('/signed-in?code=a')).toBe(400);
    await Promise.all(ended);
    expect(Date.now() - began).toBeLessThan(20_000);
  });
});

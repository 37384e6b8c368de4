import type { ChildProcess } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePlace, type Place } from './testing/place.ts';
import { until } from './testing/until.ts';
import { browserAt, type ShellWindow } from './testing/browser.ts';
import { builtCli, ended, startCli, type BuiltCli, type Ran } from './testing/cli.ts';

/**
 * Everything a local program can do to the port without being admitted. Meanwhile, an admitted
 * window and a new browser get answers, and at the end the process is still running and has printed
 * nothing.
 */
let cli: BuiltCli;
let place: Place;
let child: ChildProcess;
let end: Promise<Ran>;
let port: number;
let browser: ReturnType<typeof browserAt>;
let window: ShellWindow;

beforeAll(async () => {
  cli = await builtCli();
  place = makePlace();
  child = startCli(cli, place, ['serve', '--no-open']);
  end = ended(child);
  const address = await addressOf(child, end);
  port = Number(new URL(address).port);
  browser = browserAt(port);
  window = await browser.window({ ticket: new URL(address).hash.slice('#ticket='.length) });
}, 120_000);
afterAll(async () => {
  child.kill('SIGTERM');
  const { code, stderr } = await end;
  place.remove();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

/** The address that it prints. */
const addressOf = (served: ChildProcess, over: Promise<Ran>): Promise<string> =>
  new Promise((resolve, reject) => {
    createInterface({ input: served.stdout! }).on('line', (line) => {
      const found = /http:\S+/.exec(line);
      if (found !== null) resolve(found[0]);
    });
    void over.then(({ stderr }) => reject(new Error(`it ended: ${stderr}`)));
  });

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
}

/** A connection that never fails the test, whatever happens to it. */
function raw(): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.once('connect', () => resolve(socket));
    socket.once('close', () => resolve(socket));
  });
}

const gone = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
    socket.resume();
  });

/**
 * The page for a new browser. On a slow machine hundreds of an attacker's connections can be made before
 * one request is answered, whose connection then makes room for them: people load a page again.
 */
async function pageAgain(): Promise<{ readonly status: number }> {
  for (;;) {
    const page = await browser.get('/').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET') throw error;
      return null;
    });
    if (page !== null) return page;
  }
}

/** A person's own requests, through the admitted window and from a new browser. */
async function isAnswered(): Promise<void> {
  const good = Promise.all([window.ask('getSnapshot', {}), pageAgain()]);
  const answer = await Promise.race([good, sleep(20_000, 'nothing within 20 s')]);
  expect(answer).toMatchObject([{ ok: true }, { status: 200 }]);
}

/** Attacks until `ms` have passed, while sending a person's requests. */
async function underAttack(ms: number, attack: (round: number) => Promise<void>): Promise<void> {
  const until = Date.now() + ms;
  const attacking = async (start: number): Promise<void> => {
    for (let round = start; Date.now() < until; round += 8) await attack(round);
  };
  const asking = async (): Promise<void> => {
    while (Date.now() < until) {
      await isAnswered();
      await sleep(20);
    }
  };
  await Promise.all([asking(), ...Array.from({ length: 8 }, (_, at) => attacking(at))]);
  await isAnswered();
}

const upgrade = (path = '/socket', more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n` +
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n${more}\r\n`;
const request = (path = '/', more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}\r\n`;

const targets = [
  '//',
  '///',
  '/\\',
  '//@',
  '//:99999',
  '//[',
  '/%',
  '/%ff',
  '/%00',
  '*',
  '?',
  '/?token=x',
  '/?token=%',
  '/#',
  'http://[',
  'http://127.0.0.1:99999/',
  'ws://x/socket',
  '/socket?',
  '/socket/',
  `/${'a/'.repeat(20_000)}`,
  `/${'%2e%2e%2f'.repeat(5_000)}`,
  `//${'@'.repeat(5_000)}`,
];

describe('the port keeps answering', () => {
  it('whatever is requested, with and without an upgrade', async () => {
    for (const target of targets)
      for (const text of [request(target), upgrade(target), request(target, 'Upgrade: h2c\r\n')]) {
        const socket = await raw();
        socket.end(text);
        await gone(socket);
      }
    await isAnswered();
  }, 120_000);

  it('while receiving random bytes', async () => {
    const random = numbers(1);
    await underAttack(2_000, async () => {
      const socket = await raw();
      socket.end(Buffer.from(Array.from({ length: 1 + random(3_000) }, () => random(256))));
      await gone(socket);
    });
  }, 120_000);

  it('while requests are cut short, changed and reset in the middle', async () => {
    const random = numbers(2);
    await underAttack(3_000, async (round) => {
      const text = round % 2 === 0 ? request() : upgrade();
      const bytes = Buffer.from(text + text);
      for (let change = random(3); change > 0; change -= 1)
        bytes[random(bytes.length)] = random(256);
      const socket = await raw();
      socket.write(bytes.subarray(0, random(bytes.length)));
      await sleep(random(3));
      if (random(2) === 0) socket.resetAndDestroy();
      else socket.end();
      await gone(socket);
    });
  }, 120_000);

  it('while sockets are upgraded and reset', async () => {
    await underAttack(2_000, async (round) => {
      const socket = await raw();
      socket.write(upgrade(round % 3 === 0 ? '/other' : '/socket'));
      await sleep(round % 4);
      socket.resetAndDestroy();
      await gone(socket);
    });
  }, 120_000);

  it('while unauthenticated sockets send frames of every kind', async () => {
    const random = numbers(3);
    await underAttack(3_000, async () => {
      const socket = await raw();
      socket.write(upgrade());
      socket.write(Buffer.from(Array.from({ length: 1 + random(200) }, () => random(256))));
      // A masked text frame that claims to be large.
      const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]);
      socket.write(Buffer.concat([head, Buffer.alloc(random(100_000))]));
      await sleep(random(5));
      socket.destroy();
      await gone(socket);
    });
  }, 120_000);

  it('and closes a socket that sends more than its claim before admission', async () => {
    const socket = await raw();
    socket.write(upgrade());
    // Within every limit on a frame: 60 000 bytes, one after the other.
    const frame = Buffer.concat([
      Buffer.from([0x01, 0xfe, 0xea, 0x60, 0, 0, 0, 0]),
      Buffer.alloc(60_000, 32),
    ]);
    socket.write(frame);
    // Sooner than for a missing claim.
    const how = await Promise.race([gone(socket), sleep(4_500, 'still there')]);
    expect(how).toBeUndefined();
    await isAnswered();
  }, 120_000);

  it('while headers are larger than any browser’s', async () => {
    await underAttack(2_000, async (round) => {
      const socket = await raw();
      socket.write(round % 2 === 0 ? request('/', 'X: ') : upgrade('/socket', 'Cookie: '));
      socket.write('a'.repeat(1_000_000));
      await sleep(50);
      socket.destroy();
      await gone(socket);
    });
  }, 120_000);

  it('with thousands of waiting connections, and releases them', async () => {
    const crowd: Socket[] = [];
    for (let batch = 0; batch < 30; batch += 1) {
      crowd.push(...(await Promise.all(Array.from({ length: 100 }, raw))));
      for (const socket of crowd.slice(-100)) socket.resume();
      if (batch % 3 === 0) await isAnswered();
    }
    await until('the end of most', () => crowd.filter((one) => !one.destroyed).length <= 256);
    await isAnswered();
    for (const socket of crowd) socket.destroy();
  }, 120_000);

  it('and closes idle, incomplete and unclaimed connections on its own (waits for their limits)', async () => {
    const idle = await Promise.all(
      ['', 'GET / HT', request().slice(0, -2), request(), upgrade(), upgrade('/other')].map(
        async (text) => {
          const socket = await raw();
          if (text !== '') socket.write(text);
          return socket;
        },
      ),
    );
    await Promise.all(idle.map(gone));
    await isAnswered();
  }, 120_000);

  it('while clients request the page and read nothing', async () => {
    const slow: Socket[] = [];
    await underAttack(2_000, async () => {
      const socket = await raw();
      socket.pause();
      socket.write(request('/').repeat(50));
      slow.push(socket);
      await sleep(5);
    });
    for (const socket of slow) socket.destroy();
  }, 120_000);
});

describe('serve --idle', () => {
  it('goes on while a window is open, and ends after the last one was closed (waits for the idle time)', async () => {
    const own = makePlace();
    const idleMs = 1_200;
    const served = startCli(cli, own, ['serve', '--no-open', '--idle', String(idleMs / 60_000)]);
    const over = ended(served);
    let isOver = false;
    void over.then(() => (isOver = true));
    const url = new URL(await addressOf(served, over));
    const opened = await browserAt(Number(url.port)).window({
      ticket: url.hash.slice('#ticket='.length),
    });
    await sleep(2 * idleMs);
    expect(isOver).toBe(false);
    opened.socket.close();
    expect(await over).toMatchObject({ code: 0, signal: null, stderr: '' });
    own.remove();
  });
});

import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenerIn, ownerOfPort, peerIn, peerOf } from './address.ts';

const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid';
/** 127.0.0.1:40000 to 127.0.0.1:21763. */
const line = (owner: number, inode = 4_711, from = '0100007F:9C40', to = '0100007F:5503') =>
  `   3: ${from} ${to} 01 00000000:00000000 00:00000000 00000000 ${owner}        0 ${inode} 1 0`;
const ends = { remoteAddress: '127.0.0.1', localPort: 21_763, remotePort: 40_000 };
const says = (...lines: string[]) => peerIn([[head, ...lines, ''].join('\n')], ends, 1_000);

describe('the other end of a connection of this machine', () => {
  it.each([
    ['this user', [line(1_000)], 'ours'],
    ['another user', [line(1_001)], 'another'],
    ['root, who brings what comes from outside of a virtual machine', [line(0)], 'ours'],
    ['whoever closed it already, which says root', [line(0, 0)], 'another'],
    ['nobody any more', [], 'another'],
    [
      'another user, with a line of this user for another port',
      [line(1_000, 1, '0100007F:9C41'), line(1_001)],
      'another',
    ],
    [
      'another user, with a line of this user to another port',
      [line(1_000, 1, undefined, '0100007F:5504'), line(1_001)],
      'another',
    ],
    [
      'another user, with the same ports of another address',
      [line(1_000, 1, '0200007F:9C40'), line(1_001)],
      'another',
    ],
    [
      'this user, within IPv6',
      [
        line(
          1_000,
          1,
          '0000000000000000FFFF00000100007F:9C40',
          '0000000000000000FFFF00000100007F:5503',
        ),
      ],
      'ours',
    ],
    [
      'this user, in another order of bytes',
      [line(1_000, 1, '7F000001:9C40', '7F000001:5503')],
      'ours',
    ],
    [
      'our own end, which is not the other one',
      [line(1_000, 1, '0100007F:5503', '0100007F:9C40')],
      'another',
    ],
  ] as const)('is of %s', (_, lines, peer) => {
    expect(says(head, ...lines)).toBe(peer);
  });

  it('is of another user where it comes from another address, beside a line of this user', () => {
    for (const remoteAddress of ['127.0.0.2', '::ffff:127.0.0.2', '::1', undefined])
      expect(peerIn([[head, line(1_000), ''].join('\n')], { ...ends, remoteAddress }, 1_000)).toBe(
        'another',
      );
  });

  it('is not known where the system says nothing at all', () => {
    expect(peerIn(['', ''], ends, 1_000)).toBe('unknown');
    expect(peerIn([`${head}\n`], ends, 1_000)).toBe('unknown');
  });

  it('is ours when it is, and is nobody’s when it has closed', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const arrived = new Promise<Socket>((done) => server.once('connection', done));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const socket = await arrived;
    const { remoteAddress, localPort, remotePort } = socket;
    const of = { remoteAddress, localPort, remotePort };
    const known = process.platform === 'linux' ? 'ours' : 'unknown';
    expect(await peerOf(of)).toBe(known);
    client.resetAndDestroy();
    await new Promise((done) => socket.once('error', done).resume());
    expect(await peerOf(of)).toBe(known === 'ours' ? 'another' : 'unknown');
  });
});

describe('whose program listens on a port', () => {
  const listener = (owner: number, local = '0100007F:1CF2', state = '0A') =>
    `   1: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000 ${owner} 0 4711 1 0`;
  const of = (...lines: string[]) =>
    listenerIn([[head, ...lines, ''].join('\n'), ''], 7_410, 1_000);

  it.each([
    ['this user', [listener(1_000)], 'ours'],
    ['another user', [listener(1_001)], 'another'],
    ['another user, on every address', [listener(1_001, '00000000:1CF2')], 'another'],
    ['another user, beside one of this user', [listener(1_000), listener(1_001)], 'another'],
    ['root', [listener(0)], 'another'],
    ['nobody that is listed', [listener(1_001, '0100007F:1CF3')], 'unknown'],
    ['nobody: it is a connection', [listener(1_001, undefined, '01')], 'unknown'],
  ] as const)('is said of %s', (_, lines, owner) => {
    expect(of(...lines)).toBe(owner);
  });

  it('is this user for a port that this process listens on', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await ownerOfPort(port)).toBe(process.platform === 'linux' ? 'ours' : 'unknown');
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import {
  hostOf,
  kindOfAddress,
  mayAsk,
  mayAskToSignIn,
  namesThisMachine,
  listenerIn,
  ownerOfPort,
  peerIn,
  peerOf,
} from './address.ts';

describe('an address', () => {
  it.each([
    ['93.184.216.34', 'public'],
    ['2606:2800:220:1::1', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['169.254.169.254', 'private'],
    ['::ffff:a9fe:a9fe', 'private'],
    ['100.64.0.1', 'private'],
    ['0.0.0.0', 'private'],
    ['fd00::1', 'private'],
    ['fe80::1', 'private'],
    ['64:ff9b::a00:1', 'private'],
    ['not an address', 'private'],
    ['0:0:0:0:0:ffff:7f00:1', 'loopback'],
    ['0000:0000:0000:0000:0000:0000:0000:0001', 'loopback'],
    ['::127.0.0.1', 'private'],
    ['::ffff:0:127.0.0.1', 'private'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['64:ff9b::5db8:d822', 'public'],
    ['64:ff9b:1::a00:1', 'private'],
    ['2002:7f00:1::', 'private'],
    ['2002:c0a8:101::1', 'private'],
    ['2001:0:7f00:1::', 'private'],
    ['2001:4860:4860::8888', 'public'],
    ['fec0::1', 'private'],
    ['fe80::1%eth0', 'private'],
    ['100::1', 'private'],
    ['ff02::1', 'private'],
    ['::', 'private'],
    ['192.88.99.1', 'private'],
  ])('%s is %s', (address, kind) => {
    expect(kindOfAddress(address)).toBe(kind);
  });

  it('around this machine is asked only on the host that was configured', () => {
    expect(mayAsk('skills.example', '93.184.216.34', 'other.example')).toBe(true);
    expect(mayAsk('intranet.example', '10.0.0.5', 'intranet.example')).toBe(true);
    expect(mayAsk('intranet.example', '10.0.0.5', 'skills.example')).toBe(false);
    expect(mayAsk('localhost', '127.0.0.1', 'localhost')).toBe(true);
    expect(mayAsk('127.0.0.1', '127.0.0.1', '127.0.0.1')).toBe(true);
    // A name that anybody can point at this machine is not a person asking for this machine.
    expect(mayAsk('rebind.example', '127.0.0.1', 'rebind.example')).toBe(false);
    expect(mayAsk('localhost', '127.0.0.1', 'skills.example')).toBe(false);
  });
});

it.each([
  ['login.example', '93.184.216.34', 'mcp.example', true],
  // A name in the DNS that means this machine, or the network around it.
  ['login.example', '127.0.0.1', 'mcp.example', false],
  ['login.example', '10.0.0.7', 'mcp.example', false],
  ['login.example', '127.0.0.1', 'localhost', false],
  ['10.0.0.8', '10.0.0.8', '10.0.0.7', false],
  ['10.0.0.7', '10.0.0.7', '10.0.0.7', true],
  ['localhost', '127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', '127.0.0.1', 'mcp.example', false],
])('a sign-in asks %s at %s for a server at %s: %s', (host, address, server, may) => {
  expect(mayAskToSignIn(host, address, server)).toBe(may);
});

it('a name of this machine is one also with the dot at its end', () => {
  expect(namesThisMachine(hostOf(new URL('https://localhost./')))).toBe(true);
  expect(namesThisMachine(hostOf(new URL('https://a.localhost./')))).toBe(true);
});

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

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Listens on a free loopback port and prints `{"url": …}` as one line for whoever started the
 * server.
 */
export function announce(server: Server, path = '/mcp'): Promise<void> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}${path}`, port })}\n`);
      resolve();
    });
    // The test that started it is gone: nothing else would end it.
    process.stdin.on('end', () => process.exit(0));
    process.stdin.resume();
  });
}

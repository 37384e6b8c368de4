/** The port of the run before, so that a server that is started again is at its old address. */
export const port = Number(process.env.PORT ?? 0);

/** Prints the address for whoever started the server, and ends with it. */
export function announce(url) {
  process.stdout.write(`${JSON.stringify({ url })}\n`);
  // Whoever started it is gone: nothing else would end it.
  process.stdin.on('end', () => process.exit(0));
  process.stdin.resume();
}

/** A server of the SDK over HTTP, on a port of this machine. */
export function listen(server) {
  server.listen(port, '127.0.0.1', () => announce(`http://127.0.0.1:${server.address().port}/mcp`));
}

import { createInterface } from 'node:readline';

/** What a handler throws so that it reaches the client as a JSON-RPC error. */
export class RpcError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

export const codes = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
};

/** One message a line, in both directions. Ends with its input. */
export function serveLines(handlers, input, output) {
  const send = (message) => output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const lines = createInterface({ input, crlfDelay: Infinity });
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      send({ id: null, error: { code: codes.parse, message: 'That is no JSON' } });
      return;
    }
    const answered = answerTo(message, handlers);
    if (answered !== null) send(answered);
  });
  lines.on('close', () => process.exit(0));
}

function answerTo(message, handlers) {
  if (message === null || typeof message !== 'object' || typeof message.method !== 'string')
    return { id: null, error: { code: codes.request, message: 'That is no request' } };
  const { id, method, params = {} } = message;
  // Notifications want no answer; there is nothing that we would do about one.
  if (id === undefined) return null;
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (handler === undefined)
    return { id, error: { code: codes.method, message: `There is no method ${method}` } };
  try {
    return { id, result: handler(params) };
  } catch (error) {
    const code = error instanceof RpcError ? error.code : codes.internal;
    return { id, error: { code, message: error.message } };
  }
}

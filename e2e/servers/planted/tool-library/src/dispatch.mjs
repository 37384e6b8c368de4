import { discover, version } from './discover.mjs';
import { Refusal } from './errors.mjs';
import { methods } from './methods.mjs';

const all = { ...methods, 'server/discover': discover };

/** The HTTP status and the JSON-RPC message that one body gets. */
export function answerTo(body, headers) {
  let message;
  try {
    message = JSON.parse(body);
  } catch {
    return failed(400, null, new Refusal(-32700, 'The body is no JSON'));
  }
  const { id, method, params = {} } = message ?? {};
  if (typeof method !== 'string')
    return failed(400, null, new Refusal(-32600, 'The body is no request'));
  if (id === undefined) return { status: 202 };

  const spoken = headers['mcp-protocol-version'] ?? version;
  if (spoken !== version)
    return failed(
      400,
      id,
      new Refusal(-32022, `Version ${spoken} is not spoken here`, {
        supported: [version],
        requested: spoken,
      }),
    );
  if (!Object.hasOwn(all, method))
    return failed(404, id, new Refusal(-32601, `There is no method ${method}`));
  try {
    return { status: 200, message: { id, result: all[method](params) } };
  } catch (error) {
    if (error instanceof Refusal) return failed(200, id, error);
    console.error(error);
    return failed(500, id, new Refusal(-32603, 'Something went wrong here'));
  }
}

function failed(status, id, { code, message, data }) {
  return { status, message: { id, error: { code, message, ...(data && { data }) } } };
}

/** A failure that the client is told, with its JSON-RPC code. */
export class Refusal extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Invalid params: what nearly every refusal here is. */
export const refused = (message) => new Refusal(-32602, message);

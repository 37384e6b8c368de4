import { Server } from 'node:net';

// Loaded before the suite: its servers name no host, which would open them to the network. By
// Node's own inner step, since a host by name is looked up first, and the suite reads the port at once.
const { listen } = Server.prototype;
Server.prototype.listen = function listenOnLoopback(port, ...rest) {
  if (typeof port !== 'number' || typeof rest[0] === 'string')
    return listen.call(this, port, ...rest);
  const listening = rest.find((one) => typeof one === 'function');
  if (listening !== undefined) this.once('listening', listening);
  this._listen2('127.0.0.1', port, 4, 511, undefined, false);
  return this;
};

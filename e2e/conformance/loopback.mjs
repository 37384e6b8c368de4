import { Server } from 'node:net';

// Loaded before the suite: its servers name no host, which would open them to the network.
const { listen } = Server.prototype;
Server.prototype.listen = function listenOnLoopback(port, ...rest) {
  return typeof port === 'number' && typeof rest[0] !== 'string'
    ? listen.call(this, port, '127.0.0.1', ...rest)
    : listen.call(this, port, ...rest);
};

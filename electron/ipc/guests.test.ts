import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { mostGuests, watchGuests } from './page-server.ts';

class Guest extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function port() {
  const server = new EventEmitter();
  const admit = watchGuests(server as unknown as Server);
  const comes = (): Guest => {
    const guest = new Guest();
    server.emit('connection', guest);
    return guest;
  };
  const asks = (guest: Guest): Guest => {
    server.emit('request', { socket: guest });
    return guest;
  };
  return { comes, asks, admit: (guest: Guest) => admit(guest as unknown as Socket) };
}

describe('connections to the port', () => {
  it('keep the one over which a window goes on asking, whoever floods the port', () => {
    const { comes, asks } = port();
    const own = asks(comes());
    const others = Array.from({ length: 3 * mostGuests }, () => {
      asks(own);
      return asks(comes());
    });
    expect(own.destroyed).toBe(false);
    expect(others.filter(({ destroyed }) => !destroyed)).toHaveLength(mostGuests - 1);
    expect(others[0]?.destroyed).toBe(true);
  });

  it('make room among those that never ask, where these are more', () => {
    const { comes, asks } = port();
    const own = asks(comes());
    const silent = Array.from({ length: 2 * mostGuests }, comes);
    expect(own.destroyed).toBe(false);
    expect(silent.filter(({ destroyed }) => !destroyed)).toHaveLength(mostGuests - 1);
  });

  it('do not count a window that was admitted, nor end it', () => {
    const { comes, asks, admit } = port();
    const own = asks(comes());
    admit(own);
    asks(own);
    for (let n = 0; n < 2 * mostGuests; n += 1) asks(comes());
    expect(own.destroyed).toBe(false);
  });
});

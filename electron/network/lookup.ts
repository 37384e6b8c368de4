import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Looks a host up and lets the connection be made only to an address that `allows`: judged when it
 * is connected to, so that a name cannot change its meaning in between.
 */
export function judged(allows: (address: string) => boolean): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '', 0);
      const allowed = addresses.filter(({ address }) => allows(address));
      const [first] = allowed;
      if (first === undefined)
        return done(new Error(`${name} is at an address that isn’t on the internet`), '', 0);
      return options.all === true ? done(null, allowed) : done(null, first.address, first.family);
    });
  };
}

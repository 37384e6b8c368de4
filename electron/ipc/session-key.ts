import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * One-time tokens that a person carries from the terminal to the browser, and the cookies that
 * they are exchanged for. The attacker is another page or another local user who guesses
 * ports: 256 random bits, compared in constant time, each token good for one exchange.
 */
export interface SessionKeys {
  /** A fresh one-time token; the one before it, if unused, no longer counts. */
  issue(): string;
  /** The value of a new cookie, or null when the token is not the live one. */
  exchange(token: string): string | null;
  admits(cookie: string | undefined): boolean;
}

const most = 32;

export function createSessionKeys(random: () => Buffer = () => randomBytes(32)): SessionKeys {
  let live: Buffer | null = null;
  let cookies: Buffer[] = [];
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return {
    issue() {
      const token = random().toString('base64url');
      live = digest(token);
      return token;
    },
    exchange(token) {
      if (live === null || !timingSafeEqual(live, digest(token))) return null;
      live = null;
      const cookie = random().toString('base64url');
      cookies = [...cookies, digest(cookie)].slice(-most);
      return cookie;
    },
    admits(cookie) {
      if (cookie === undefined) return false;
      const given = digest(cookie);
      return cookies.some((held) => timingSafeEqual(held, given));
    },
  };
}

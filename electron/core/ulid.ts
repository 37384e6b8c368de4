/** Crockford's base 32: no letters that could be mistaken for digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeDigits = 10;
/** 80 bits, as the format requires. */
export const randomBytesOfUlid = 10;

/** The ULID of a moment (ms since the epoch) and ten random bytes: 26 digits, sorted by time. */
export function ulid(now: number, random: Uint8Array): string {
  let time = '';
  for (let rest = now; time.length < timeDigits; rest = Math.floor(rest / 32))
    time = (alphabet[rest % 32] ?? '') + time;
  let chance = '';
  let bits = 0;
  let held = 0;
  for (const byte of random.subarray(0, randomBytesOfUlid)) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; held &= (1 << bits) - 1) {
      bits -= 5;
      chance += alphabet[held >> bits] ?? '';
    }
  }
  return time + chance;
}

import fuses from '@electron/fuses';

const { FuseV1Options, getCurrentFuseWire } = fuses;

/** A fuse's state in the wire: a digit as text. */
const states = { on: '1'.charCodeAt(0), off: '0'.charCodeAt(0) };

/** electron-builder's names start in lower case. */
const optionOf = (name) => FuseV1Options[name[0].toUpperCase() + name.slice(1)];

/**
 * Reads the fuses back from a packaged program. Returns one line for each of `wanted` (`{name: true
 * | false}`) that differs.
 */
export async function wrongFuses(program, wanted) {
  const wire = await getCurrentFuseWire(program);
  return Object.entries(wanted)
    .filter(([name, on]) => wire[optionOf(name)] !== states[on ? 'on' : 'off'])
    .map(([name, on]) => `the fuse ${name} is not ${on ? 'on' : 'off'}`);
}

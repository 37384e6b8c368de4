import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { CannotMake } from './reason.mjs';

/** `e_machine` of an ELF file, in Node's words for processors. */
const elf = { 0x03: 'ia32', 0x28: 'arm', 0x3e: 'x64', 0xb7: 'arm64', 0xf3: 'riscv64' };

/** The processor of an ELF program; null for other files. */
export function machineOf(path) {
  const head = Buffer.alloc(20);
  const file = openSync(path, 'r');
  try {
    if (readSync(file, head, 0, 20, 0) < 20) return null;
  } finally {
    closeSync(file);
  }
  if (head.readUInt32BE(0) !== 0x7f454c46) return null;
  return elf[head[5] === 2 ? head.readUInt16BE(18) : head.readUInt16LE(18)] ?? 'another processor';
}

/** Throws CannotMake if an existing program is for another processor. */
export function demandMachine(path, processor = process.arch) {
  const machine = existsSync(path) ? machineOf(path) : null;
  if (machine !== null && machine !== processor)
    throw new CannotMake(
      `${path} is for ${machine}, and this machine is ${processor}: name one for it with ELECTRON_OVERRIDE_DIST_PATH`,
    );
}

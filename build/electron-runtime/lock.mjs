import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** Runs `work` while no other process on this machine does; a dead process holds no lock. */
export async function withLock(file, work) {
  for (let waited = 0; ; waited += 1) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = holderOf(file);
    // An empty file is still being written.
    if (holder === 0 ? waited > 20 : !isAlive(holder)) rmSync(file, { force: true });
    else await sleep(250);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

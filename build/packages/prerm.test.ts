import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../product.ts';

const script = `${root}build/packages/debian/prerm`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skillgate-prerm-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, content: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, 0o755);
}

/** Runs the script with its own set of users; returns who undid what. */
function remove(action: string): readonly string[] {
  const people = ['ann', 'bob', 'eve; touch broken'].map(
    (name) => `${name}:x:1000:1000::${folder}/home/${name}:/bin/sh`,
  );
  put('people', `${people.join('\n')}\n`);
  put('bin/getent', `#!/bin/sh\ncat '${folder}/people'\n`);
  put('bin/runuser', `#!/bin/sh\nprintf '%s ' "$2" >> '${folder}/done'\nshift 3\nexec "$@"\n`);
  put(
    'opt/skillgate/resources/command/skillgate',
    `#!/bin/sh\necho "$HOME $*" >> '${folder}/done'\ncase "$HOME" in */ann) exit 1;; esac\n`,
  );
  for (const name of ['ann', 'eve; touch broken'])
    put(`home/${name}/.config/skillgate/hosts.json`, '{}');
  execFileSync('sh', [script, action], {
    env: { PATH: `${folder}/bin:/usr/bin:/bin`, DPKG_ROOT: folder },
    cwd: folder,
    stdio: 'pipe',
  });
  const done = join(folder, 'done');
  return existsSync(done) ? readFileSync(done, 'utf8').trim().split('\n') : [];
}

describe.skipIf(process.platform === 'win32')('removing the Debian package', () => {
  it('restores the apps of each person who has any, as that person, and continues when one fails', () => {
    expect(remove('remove')).toEqual([
      `ann ${folder}/home/ann protect --undo --all --yes`,
      `eve; touch broken ${folder}/home/eve; touch broken protect --undo --all --yes`,
    ]);
    expect(existsSync(join(folder, 'broken'))).toBe(false);
  });

  it('leaves them if a newer package replaces it', () => {
    expect(remove('upgrade')).toEqual([]);
  });
});

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Somebody with one server, a data folder of their own inside `scratch`, and the built command. */
export function personWith(scratch, label, entry) {
  const home = mkdtempSync(join(scratch, 'home-'));
  mkdirSync(join(home, 'data'), { mode: 0o700 });
  const config = join(home, 'servers.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { [label]: entry } }));
  const env = { ...process.env, HOME: home, SKILLGATE_HOME: join(home, 'data') };
  /** Exit code and JSON of one command. */
  const says = (command, ...words) =>
    new Promise((resolve, reject) => {
      // What only takes a decision back starts nothing.
      const starting = command === 'revoke' ? [] : ['--allow-start'];
      const all = [cli, command, ...starting, '--config', config, '--json', ...words];
      const options = { encoding: 'utf8', env, timeout: 60_000, maxBuffer: 1 << 26 };
      execFile(process.execPath, all, options, (error, stdout, stderr) => {
        if (error !== null && typeof error.code !== 'number') return reject(error);
        if (stderr !== '') process.stderr.write(stderr);
        resolve({ status: error?.code ?? 0, ...JSON.parse(stdout) });
      });
    });
  return {
    list: async () => (await says('list')).servers[0],
    /** The same of one skill, which no listing needs to have. */
    about: (uri) => {
      const skill = ['--server', label, '--uri', uri];
      const standing = async (...how) => {
        const said = await says('check', ...skill, ...how);
        return said.standing ?? said.error.message;
      };
      return {
        show: () => says('show', ...skill),
        read: (path) => says('read', ...skill, '--file', path),
        verify: () => says('verify', ...skill),
        standing,
        /** Without a terminal the digests of what was seen have to be named. */
        approve: (...how) => says('approve', ...skill, ...how),
        revoke: () => says('revoke', ...skill),
      };
    },
  };
}

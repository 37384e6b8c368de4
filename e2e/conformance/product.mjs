import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/**
 * The built product over a data folder of its own inside `scratch`, with one server that it was
 * told of: an entry as hosts write them.
 */
export function productWith(scratch, entry) {
  const home = mkdtempSync(join(scratch, 'home-'));
  mkdirSync(join(home, 'data'), { mode: 0o700 });
  const config = join(home, 'servers.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { official: entry } }));
  const env = { ...process.env, HOME: home, SKILLGATE_HOME: join(home, 'data') };

  const words = (command, ...args) => [cli, command, '--allow-start', '--config', config, ...args];
  const skillgate = (command, ...args) => {
    const all = words(command, '--json', ...args);
    const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8', env });
    process.stderr.write(stderr);
    return { status, answer: JSON.parse(stdout) };
  };
  return {
    /** For programs that read its decisions. */
    env,
    /** The words of one command, for Node. */
    words,
    /** Exit code and JSON of one command. */
    skillgate,
    /** URIs of what the server lists. */
    listed: () => skillgate('list').answer.servers[0].skills.map(({ uri }) => uri),
    /** As a script does: without a terminal the digests of what was shown have to be named. */
    approve(uri) {
      const skill = ['--server', 'official', '--uri', uri];
      const { answer } = skillgate('approve', ...skill);
      const { status, answer: said } = skillgate(
        ...['approve', ...skill],
        ...['--set-digest', answer.setDigest, '--metadata-digest', answer.metadataDigest],
        '--accept-risk',
      );
      if (status !== 0) throw new Error(`not approved: ${JSON.stringify(said)}`);
    },
    /** A gateway in front of the server, over pipes unless the arguments say otherwise. */
    gateway: (...args) =>
      spawn(
        process.execPath,
        [cli, 'gateway', '--server', 'official', '--allow-start', '--config', config, ...args],
        { env, stdio: ['pipe', 'pipe', 'inherit'] },
      ),
  };
}

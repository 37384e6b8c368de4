import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * mcpc, which knows tools and no skills, over pipes to a gateway that exposes them as tools. Its
 * session goes on running between commands, and with it the gateway.
 */
export function mcpcOf(suite, product, scratch) {
  // Short, and with no folders in between: sockets stand in it.
  const home = mkdtempSync(join(scratch, 'mcpc-'));
  const env = { ...product.env, MCPC_HOME_DIR: home };
  const config = join(home, 'mcp.json');
  const [command, ...args] = product.gatewayCommand('--expose', 'tools');
  const { HOME, SKILLGATE_HOME } = env;
  const entry = { command, args, env: { HOME, SKILLGATE_HOME } };
  writeFileSync(config, JSON.stringify({ mcpServers: { gate: entry } }));

  const heard = [];
  const ask = (...words) => {
    const all = [join(suite.modules, '@apify/mcpc/bin/mcpc'), '--json', ...words];
    const { status, stdout, stderr } = spawnSync(suite.node, all, {
      encoding: 'utf8',
      env,
      timeout: 30_000,
    });
    heard.push(stdout, stderr);
    return { status, text: stdout + stderr, answer: status === 0 ? JSON.parse(stdout) : null };
  };
  const sure = (...words) => {
    const { answer, text } = ask(...words);
    if (answer === null) throw new Error(`mcpc ${words.join(' ')}: ${text}`);
    return answer;
  };
  /** The text of a tool's answer, or null where the gateway said that there is nothing. */
  const tool = (name, given = {}) => {
    const words = Object.entries(given).map(([key, value]) => `${key}:=${JSON.stringify(value)}`);
    const { answer, text } = ask('@gate', 'tools-call', name, ...words);
    if (/No approved skill is called so|This is no approved file/.test(text)) return null;
    if (answer === null) throw new Error(`mcpc ${name}: ${text}`);
    return answer.content[0].text;
  };
  sure('connect', `${config}:gate`, '@gate');
  return {
    heard,
    list: () => [...tool('list_skills').matchAll(/\((skill:\S+)\)$/gm)].map(([, uri]) => uri),
    get: (uri) => (tool('load_skill', { skill: uri }) === null ? null : uri),
    /** As a resource, which it knows too. */
    read(uri) {
      const { answer, text } = ask('@gate', 'resources-read', uri);
      if (answer !== null) return answer.contents[0].text;
      if (!text.includes('No resource that may be read is at this address'))
        throw new Error(`mcpc resources-read: ${text}`);
      return null;
    },
    end: () => void ask('close', '@gate'),
  };
}

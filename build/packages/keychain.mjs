import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotMake } from './reason.mjs';

const scope = 'node_modules/@napi-rs';
/** The name under which the command looks for it, beside itself. */
const beside = 'keychain.node';

/**
 * The library that talks to the system's keychain, for this machine's system and processor: only the
 * native part, since the rest just chooses among several. Returns `{file, folders}`; `folders` are the
 * packages whose licenses apply. Throws CannotMake where it isn't installed: without it, secrets would
 * stay in a file unencrypted.
 */
export function keychainPart(root, { platform, arch } = process) {
  const folder = (existsSync(join(root, scope)) ? readdirSync(join(root, scope)) : [])
    .filter((name) => name.startsWith('keyring-'))
    .map((name) => `${scope}/${name}`)
    .find((path) => {
      const { os = [], cpu = [] } = manifestOf(root, path);
      return os.includes(platform) && cpu.includes(arch);
    });
  if (folder === undefined)
    throw new CannotMake(
      `the keychain's library is not installed for ${platform} on ${arch}: run \`npm ci\` without --omit=optional`,
    );
  return {
    file: join(root, folder, manifestOf(root, folder).main),
    folders: [`${scope}/keyring`, folder],
  };
}

/** Puts it beside the command. */
export function addKeychain({ file, command }) {
  mkdirSync(dirname(command), { recursive: true });
  copyFileSync(file, join(dirname(command), beside));
}

const manifestOf = (root, folder) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

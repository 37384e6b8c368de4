/**
 * Names of variables from which programs take code, or where to find code. Whoever writes a
 * server's configuration chooses them: `NODE_OPTIONS=--require=/tmp/x.js` runs another program
 * under the name of the one that is shown.
 */
const exact = new Set([
  'PATH',
  'PATHEXT',
  'COMSPEC',
  'SHELL',
  'ENV',
  'BASH_ENV',
  'ZDOTDIR',
  'SHELLOPTS',
  'BASHOPTS',
  'PROMPT_COMMAND',
  'IFS',
  'PS4',
  'HOME',
  'USERPROFILE',
  'XDG_CONFIG_HOME',
  'EDITOR',
  'VISUAL',
  'PAGER',
  'BROWSER',
  'CLASSPATH',
  '_JAVA_OPTIONS',
  'JAVA_TOOL_OPTIONS',
  'JDK_JAVA_OPTIONS',
  'GCONV_PATH',
  'OPENSSL_CONF',
  'PHPRC',
  'PHP_INI_SCAN_DIR',
  'DOTNET_STARTUP_HOOKS',
  'RUSTC_WRAPPER',
  'R_PROFILE',
]);
const beginnings = [
  'NODE_',
  'NPM_',
  'ELECTRON_',
  'BUN_',
  'DENO_',
  'YARN_',
  'PNPM_',
  'COREPACK_',
  'LD_',
  'DYLD_',
  'PYTHON',
  'PIP_',
  'UV_',
  'VIRTUAL_ENV',
  'BASH_FUNC_',
  'PERL5',
  'PERLLIB',
  'RUBY',
  'GEM_',
  'BUNDLE_',
  'GIT_',
  'LUA_',
  'CORECLR_',
  'COR_',
  'JULIA_',
  'CARGO_',
];

/** Windows does not tell `Path` from `PATH`, and npm takes `npm_config_` in any case. */
export function loadsCode(name: string): boolean {
  const upper = name.toUpperCase();
  return exact.has(upper) || beginnings.some((beginning) => upper.startsWith(beginning));
}

/** Whether a variable that loads code says by its name that its value is a credential. */
export function namesSecret(name: string): boolean {
  // Git's numbered settings: the "key" is the name of one.
  if (/^GIT_CONFIG_KEY_\d+$/.test(name)) return false;
  return /auth|token|passw|secret|key|credential/i.test(name);
}

/**
 * What a child inherits: the variables that the SDK passes on by default. Named here, as the SDK is
 * loaded while the child starts up.
 */
const inherited =
  process.platform === 'win32'
    ? [
        'APPDATA',
        'COMSPEC',
        'HOMEDRIVE',
        'HOMEPATH',
        'LOCALAPPDATA',
        'PATH',
        'PATHEXT',
        'PROCESSOR_ARCHITECTURE',
        'PROGRAMDATA',
        'PROGRAMFILES',
        'PROGRAMFILES(X86)',
        'PROGRAMW6432',
        'SYSTEMDRIVE',
        'SYSTEMROOT',
        'TEMP',
        'USERNAME',
        'USERPROFILE',
        'WINDIR',
      ]
    : ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];

/** A value that begins with "()" is a function of a shell, which the child's shell would run. */
const isFunction = (value: string): boolean => value.startsWith('()');

export const inheritedEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    inherited.flatMap((name) => {
      const value = process.env[name];
      return value === undefined || isFunction(value) ? [] : [[name, value]];
    }),
  );

/**
 * What a server behind a gateway inherits: everything that the app gave the gateway, as the app
 * would have given it to the server. Only Skillgate's own variables and exported functions of a
 * shell stay behind. An app that limits what it passes on stays limited.
 */
export const hostEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || isFunction(value) || /^SKILLGATE_/i.test(name) ? [] : [[name, value]],
    ),
  );

/**
 * `added` over `base`. Windows knows one variable of a name however it's capitalized, and of two it
 * would take any.
 */
export function mergedEnvironment(
  base: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  if (platform !== 'win32') return { ...base, ...added };
  const named = new Set(Object.keys(added).map((name) => name.toUpperCase()));
  const kept = Object.entries(base).filter(([name]) => !named.has(name.toUpperCase()));
  return { ...Object.fromEntries(kept), ...added };
}

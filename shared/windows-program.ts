type Environment = Readonly<Record<string, string | undefined>>;

/** Windows treats `Path` and `PATH` as equal. `name` is in capitals. */
export function windowsVariable(env: Environment, name: string): string | undefined {
  const key = Object.keys(env).find((one) => one.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

/**
 * The full path of a Windows program: a bare name would be looked up in the current folder first.
 */
export const windowsProgram = (name: string, env: Environment): string =>
  `${windowsVariable(env, 'SYSTEMROOT') ?? 'C:\\Windows'}\\System32\\${name}`;

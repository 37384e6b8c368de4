/**
 * Whether a variable can have this name. The system ends a name at its first `=`, so whoever writes
 * a configuration sets `BASH_ENV` with `{"BASH_ENV=run_token": "x"}`, and nobody who looks at the
 * name finds it among those that load code.
 */
export const isVariableName = (name: string): boolean => name !== '' && !/[=\0]/.test(name);

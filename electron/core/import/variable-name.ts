/**
 * Whether the system sets a variable of exactly this name. The attacker's `BASH_ENV=x` is set as
 * `BASH_ENV`, which loads code, while what is shown and checked is a name that no rule knows.
 */
export const isVariableName = (name: string): boolean => name.trim() !== '' && !/[=\0]/.test(name);

export const variableNameWords =
  'a variable is named with "=", a null or nothing, and the system would set another one; correct its name';

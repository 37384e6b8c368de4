/**
 * Whether the system sets a variable of exactly this name. The attacker's `BASH_ENV=x` is set as
 * `BASH_ENV`, which loads code, while what is shown and checked is a name that no rule knows.
 */
export const isVariableName = (name: string): boolean => name.trim() !== '' && !/[=\0]/.test(name);

export const variableNameWords =
  'a variable name is empty or contains "=" or a null character, so the system would set a different variable; correct its name';

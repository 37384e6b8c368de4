/**
 * Whether the system sets a variable with exactly this name. The attacker's `BASH_ENV=x` sets
 * `BASH_ENV`, which loads code, while the name shown and checked is one that no rule knows.
 */
export const isVariableName = (name: string): boolean => name.trim() !== '' && !/[=\0]/.test(name);

export const variableNameWords =
  'a variable name is empty or contains "=" or a null character, so the system would set a different variable; correct its name';

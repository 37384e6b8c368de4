/**
 * Plain scalars that one reader in use takes for text and another for something else: the types of
 * YAML 1.1 and those that single readers add. Each expression is linear.
 */
const otherTypes: readonly (readonly [string, RegExp])[] = [
  ['a truth value', /^(?:y|yes|n|no|on|off|true|false)$/i],
  ['nothing', /^null$/i],
  ['a date', /^[-+]?[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?$/s],
  ['a number of base 60', /^[-+]?[0-9][0-9_]*(?::[0-9]+)+(?:\.[0-9_]*)?$/],
  [
    'a number',
    /^[-+]?(?:0b[01_]+|0o?[0-9_]+|0x[0-9a-f_]+|(?=[0-9.])[0-9][0-9_,]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?|\.[0-9_]*(?:e[-+]?[0-9]+)?|e[-+]?[0-9]+|\.inf|\.nan)$/i,
  ],
  ['a symbol', /^:./s],
  ['a type of its own', /^(?:=|<<)$/],
];
/** Words and numbers that every reader takes alike. */
const alike =
  /^(?:|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|0|-?[1-9][0-9]{0,14}|-?(?:0|[1-9][0-9]{0,8})\.[0-9]{1,6})$/;

/**
 * What some reader takes a plain scalar for while another takes it for text, in words; null when
 * all agree. `source` is the scalar as resolved: lines joined, without comment.
 */
export function otherReading(source: string): string | null {
  if (alike.test(source)) return null;
  return otherTypes.find(([, pattern]) => pattern.test(source))?.[0] ?? null;
}

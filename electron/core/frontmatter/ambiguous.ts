/**
 * Plain scalars that some readers in use read as text and others as another type: the types of YAML
 * 1.1 and those that single readers add. Each expression is linear.
 */
const otherTypes: readonly (readonly [string, RegExp])[] = [
  ['true or false', /^(?:y|yes|n|no|on|off|true|false)$/i],
  ['null', /^null$/i],
  ['a date', /^[-+]?[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?$/s],
  ['a base-60 number', /^[-+]?[0-9][0-9_]*(?::[0-9]+)+(?:\.[0-9_]*)?$/],
  [
    'a number',
    /^[-+]?(?:0b[01_]+|0o?[0-9_]+|0x[0-9a-f_]+|(?=[0-9.])[0-9][0-9_,]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?|\.[0-9_]*(?:e[-+]?[0-9]+)?|e[-+]?[0-9]+|\.inf|\.nan)$/i,
  ],
  ['a symbol', /^:./s],
  ['a special value', /^(?:=|<<)$/],
];
/** Words and numbers that every reader reads the same way. */
const alike =
  /^(?:|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|0|-?[1-9][0-9]{0,14}|-?(?:0|[1-9][0-9]{0,8})\.[0-9]{1,6})$/;

/**
 * The type, in words, that some reader gives a plain scalar while another reads it as text; null if
 * all agree. `source` is the scalar as resolved: lines joined, without comment.
 */
export function otherReading(source: string): string | null {
  if (alike.test(source)) return null;
  return otherTypes.find(([, pattern]) => pattern.test(source))?.[0] ?? null;
}

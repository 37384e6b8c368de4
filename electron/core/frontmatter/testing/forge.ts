/**
 * Frontmatter as nobody writes it: every way to write a value, with characters inserted anywhere.
 * The same on every run for the same seed.
 */

export type Pick = (below: number) => number;

/** Numbers below a bound, the same for the same seed. */
export function sequence(seed: number): Pick {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// oxfmt-ignore
const keys = ['name','description','allowed-tools','hooks','model','disable-model-invocation','metadata','x','"name"',"'model'",'? name','? "model"','y','1','<<','&k name','"allowed\\x2dtools"','on'];
// oxfmt-ignore
const plain = ['refunds','yes','No','on','off','y','true','True','tRue','null','~','','2026-11-22','2026-11-22T10:00:00Z','2026-1-2','1:30','-1:30:59','012','0o17','0x1F','0b11','1_000','1e3','1.5','.5','5.','+1','-1','-0','0.0','00','08','09','.inf','-.Inf','.nan','=','<<',':a',':','a:','a: b','a:b','a #b','a#b','#b','- a','-','-a','? a','?a','?','1,000','10,5','1.2.3','3d','0x','1e','12345678901234567890','123456789012345678','a, b','[a]','{a: 1}','*a','&a b','&a','!t x','!!str 1','! x','@a','`a','%a','|','>','Bash(*)','Bash(git:*) Read','a\tb','a \t b','a\u00a0b','\u00a0','a\u2003b','é','“x”','💎','a\\b','--- a','a ---','...','a...','"','\'','""',"''",'"a','"a"b','"a" b','"a" #c','"a"#c',"'it''s'",'"a\\nb"','"\\x41"','"\\u0041"','"\\/"','"\\e"','"\\N\\_\\L\\P"','"\\ "','"\\\t"','"a\\\n b"','"a\n\n b"','"a \t\n \t b"',"'a\n  b'","'a\n\n\n  b'",'a\n  b','a\n\n  b','a\n  #b','a #c\n  b','a\n\tb','a\n  - b','a\n  b: c','"a\nb"'];
// oxfmt-ignore
const headers = ['|','>','|-','>-','|+','>+','|2','>2','|1-','>1+','|0','|  #c','>#c','|-2','| a'];
// oxfmt-ignore
const blockLines = ['a','b','  more','','','# c','- x','k: v','\ttab',' \t','a  ','---',' ','   ','...'];
// oxfmt-ignore
const flows = ['[]','{}','[a]','[a,b]','[a, b, ]','[ , ]','[a,,b]','{a: 1}','{a:1}','{"a":1}','{"a":1,}','{a}','{a, b: c}','[a: b]','["a":b]','[a: b, c: d]','{? a : b}','[? a : b]','[a:b]','[http://x:80/y]','{a: http://x}','[a #c\n ]','[a\n, b]','[a\n  b]','[\na]','[a\n]','{a:\n  b}','{a\n  : b}','["a\n  b"]','[yes, no]','{yes: no}','[1:30]','[-]','[- a]','[-a]','[[a], {b: c}]','[&a b, *a]','[*a, b]','[a]b','[a] b','[a]: b','{a: b}: c','[#c]','[a,#c\n b]','{a: [b, {c: d}]}',"['a', \"b\"]",'{"a" : b}','{"a"\n: b}','{a: }','{: a}','{a:, b: c}','[%a]','[@a]','[|]','[a|b]','{k: |}','[!t a]','[a\tb]','[\ta]','{a:\tb}','[]]','[{]}','[a b c]','[,]','{,}','[ ]','[\n\n]','[--- a]', '[a ---\n---\n]'];
// oxfmt-ignore
const odd = ['\r','\u0085','\u2028','\u2029','\u00a0','\ufeff','\t',' ','  ','\n','\n\n','\n ','\n  ','\n\t','#',' #',':',': ','-','- ','? ','"',"'",'\\','&a ','*a','!t ','|','>','[',']','{','}',',','%','@','`','---','\n---\n','\n---x\n','\n--- x\n','\n...\n','<<: ','<<','~','0','\u200b','\u0000','\u000b','\u000c','\u001c','\u007f','e1','_','\\\n','\n#c\n','\n# c','\r\n', '\u2000', '\u3000'];
// oxfmt-ignore
const bits = ['- ','-','- - ','k:','k: v','name:','name: a','hooks:','- k:','- k: v','? k','? ',': v',':','# c','',' ','"q":','"q": v','[a]','{k: v}','- [a,','b]','&a','*a ','*a','- &a','- *a','model: &a','&a k: v','|','- |','k: |','k: >','text','"a','b"','a','- "a','- a','{','}','[',']',',','k: [','k: {a: 1,',"'a'","k: ''",'- ? k','- - -','k: -','k:  # c','&b','- &b k: v','\\'];

/** A mapping of fields with values of every kind, some of it damaged. */
export function forgedFields(pick: Pick): string {
  const text = `${fields(pick, 0)}\n`;
  const damaged = pick(3) === 0 ? damage(pick, text, odd) : text;
  return pick(20) === 0 ? damaged.replaceAll('\n', '\r\n') : damaged;
}

/** Lines of single tokens at changing indents, which decide where a list or mapping ends. */
export function forgedLines(pick: Pick): string {
  let text = pick(2) === 0 ? 'name: a\n' : 'hooks:\n';
  let indent = 0;
  for (let line = 1 + pick(7); line > 0; line -= 1) {
    if (pick(3) === 0)
      indent = Math.max(0, Math.min(8, indent + (one(pick, [-4, -2, -1, 1, 2, 2, 4]) ?? 0)));
    const more = pick(8) === 0 ? ` ${one(pick, bits)}` : '';
    text += `${' '.repeat(indent)}${one(pick, bits)}${more}${pick(12) === 0 ? ' # x' : ''}\n`;
  }
  return text;
}

/** A text with up to four places changed. */
export function damage(pick: Pick, text: string, insertions: readonly string[] = odd): string {
  let damaged = text;
  for (let count = 1 + pick(3); count > 0; count -= 1) {
    const at = pick(damaged.length + 1);
    const cut = pick(3) === 0 ? pick(3) : 0;
    damaged = damaged.slice(0, at) + one(pick, insertions) + damaged.slice(at + cut);
  }
  return damaged;
}

const one = <Item>(pick: Pick, items: readonly Item[]): Item => items[pick(items.length)] as Item;
const several = (pick: Pick, most: number, make: () => string): string =>
  Array.from({ length: 1 + pick(most) }, make).join('\n');

function fields(pick: Pick, depth: number): string {
  return several(pick, 3, () => {
    const slip = pick(depth === 0 ? 40 : 12) === 0 ? 1 : 0;
    const indent = depth === 0 ? slip : depth * 2 - slip;
    const colon = one(pick, [':', ':', ':', ':', ' :', ':\t']);
    return `${' '.repeat(indent)}${one(pick, keys)}${colon}${value(pick, Math.max(1, depth))}`;
  });
}

function value(pick: Pick, depth: number): string {
  switch (pick(8)) {
    case 0:
    case 1:
      return ` ${one(pick, plain)}`;
    case 2:
      return ` ${one(pick, flows)}`;
    case 3: {
      const width = one(pick, [1, 2, 2, 3, 4]);
      const indent = (): string => ' '.repeat(pick(8) === 0 ? pick(5) : width * depth);
      const lines = several(pick, 5, () => `${indent()}${one(pick, blockLines)}`);
      return ` ${one(pick, headers)}\n${lines}`;
    }
    case 4:
      return depth < 3 ? `\n${fields(pick, depth + 1)}` : ' x';
    case 5:
      return `\n${several(pick, 3, () => {
        const indent = ' '.repeat(pick(6) === 0 ? pick(4) : depth * 2);
        return `${indent}-${pick(3) === 0 ? ` ${one(pick, keys)}: x` : value(pick, depth + 1)}`;
      })}`;
    case 6:
      return `${one(pick, [' ', '  ', '\t', ''])}${one(pick, plain)}${one(pick, ['', ' #c', '  ', '\t'])}`;
    default:
      return ` word ${one(pick, plain)}`;
  }
}

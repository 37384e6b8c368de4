/** Most rows, columns and cells that are laid out: a server chooses how many there are. */
export const tableLimits = { rows: 1_000, columns: 50, cells: 5_000 } as const;

export interface TableCell {
  readonly text: string;
  /** Its range in the text, up to the next cell (UTF-16 units). */
  readonly from: number;
  readonly to: number;
}

export interface TextTable {
  readonly rows: readonly (readonly TableCell[])[];
  /** The text has more rows than these. */
  readonly isCut: boolean;
}

/**
 * The rows of comma- or tab-separated text (RFC 4180). Null if it's no table or has loose quotes,
 * which would hide where a cell ends.
 */
export function tableRows(text: string, separator: ',' | '\t'): TextTable | null {
  const rows: TableCell[][] = [];
  let row: { text: string; from: number }[] = [];
  let cells = 0;
  let at = 0;
  const found: { text: string; from: number }[][] = [];
  while (at < text.length) {
    const from = at;
    let value: string;
    if (text[at] === '"') {
      const end = quoteEnd(text, at);
      if (end === -1) return null;
      value = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
      if (at < text.length && text[at] !== separator && !/[\r\n]/.test(text[at] ?? '')) return null;
    } else {
      const stop = /[,\t\r\n"]/g;
      let end = text.length;
      for (stop.lastIndex = at; ;) {
        const sign = stop.exec(text);
        if (sign === null) break;
        if (sign[0] === '"') return null;
        if (sign[0] !== separator && !/[\r\n]/.test(sign[0])) continue;
        end = sign.index;
        break;
      }
      value = text.slice(at, end);
      at = end;
    }
    row.push({ text: value, from });
    cells += 1;
    if (row.length > tableLimits.columns) return null;
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) row.push({ text: '', from: at });
      else continue;
    }
    found.push(row);
    row = [];
    while (at < text.length && /[\r\n]/.test(text[at] ?? '')) at += 1;
    if (found.length >= tableLimits.rows || cells >= tableLimits.cells) break;
  }
  const isCut = at < text.length;
  const all = found.flat();
  if (found.length < 2 || (found[0]?.length ?? 0) < 2) return null;
  let index = 0;
  for (const one of found)
    rows.push(
      one.map((cell) => {
        index += 1;
        // The first cell includes what comes before it, and the last what comes after.
        return { ...cell, from: index === 1 ? 0 : cell.from, to: all[index]?.from ?? at };
      }),
    );
  return { rows, isCut };
}

/** Where a quoted cell's closing quote is; -1 without one. */
function quoteEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 2))
    if (text[end + 1] !== '"') return end;
  return -1;
}

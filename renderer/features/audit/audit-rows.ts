import type { AuditLine } from '../../../shared/model/approval.ts';

/** A line of the page: one entry, or everything that was decided at once, which opens. */
export type AuditRow =
  | {
      readonly kind: 'entry';
      readonly key: string;
      readonly line: AuditLine;
      readonly isPart: boolean;
    }
  | {
      readonly kind: 'batch';
      readonly key: string;
      readonly lines: readonly AuditLine[];
      readonly isOpen: boolean;
    };

/** Folds neighboring entries of one batch; a filter may leave only one of them. */
export function rowsOf(lines: readonly AuditLine[], open: ReadonlySet<string>): AuditRow[] {
  const rows: AuditRow[] = [];
  for (let at = 0; at < lines.length;) {
    const of = batchAt(lines, at);
    const [first] = of;
    if (first === undefined) break;
    at += of.length;
    if (of.length === 1) {
      rows.push(entry(first, false));
      continue;
    }
    const key = `batch ${first.batch ?? ''} ${first.action}`;
    const isOpen = open.has(key);
    rows.push({ kind: 'batch', key, lines: of, isOpen });
    if (isOpen) rows.push(...of.map((line) => entry(line, true)));
  }
  return rows;
}

function batchAt(lines: readonly AuditLine[], at: number): readonly AuditLine[] {
  const first = lines[at];
  if (first?.batch === undefined) return first === undefined ? [] : [first];
  let end = at + 1;
  while (lines[end]?.batch === first.batch && lines[end]?.action === first.action) end += 1;
  return lines.slice(at, end);
}

const entry = (line: AuditLine, isPart: boolean): AuditRow => ({
  kind: 'entry',
  key: `${line.seq}`,
  line,
  isPart,
});

import { useCallback, useEffect, useRef, useState } from 'react';
import type { RequestError } from '../../../shared/contract.ts';
import type { AuditLine } from '../../../shared/model/approval.ts';
import type { AuditAction } from '../../../shared/model/plain.ts';
import type { ChainState } from '../../../shared/model/history.ts';
import { useApi } from '../../store/context.ts';

const pageSize = 200;

export interface AuditViewFilter {
  readonly server: string | null;
  readonly text: string;
  readonly action: AuditAction | null;
}

interface AuditView {
  /** Null before the first answer. */
  readonly lines: readonly AuditLine[] | null;
  readonly chain: ChainState | null;
  readonly more: boolean;
  readonly loading: boolean;
  readonly error: RequestError | null;
  readonly loadMore: () => void;
  /** Requests again whatever failed to load. */
  readonly again: () => void;
}

/**
 * The filtered audit, newest first, one page at a time. `revision` rises with every decision and
 * reloads the first page; answers to an older filter are dropped.
 */
export function useAudit(
  { server, text, action }: AuditViewFilter,
  revision: number | null,
): AuditView {
  const api = useApi();
  const [state, setState] = useState<Omit<AuditView, 'loadMore' | 'again'>>({
    lines: null,
    chain: null,
    more: false,
    loading: true,
    error: null,
  });
  const asked = useRef(0);
  const load = useCallback(
    async (shown: readonly AuditLine[]) => {
      const turn = ++asked.current;
      setState((before) => ({ ...before, loading: true, error: null }));
      const reply = await api.getAudit({
        server,
        text,
        action,
        before: shown.at(-1)?.seq ?? null,
        limit: pageSize,
      });
      if (turn !== asked.current) return;
      if (reply.ok)
        setState({
          lines: [...shown, ...reply.value.lines],
          chain: reply.value.chain,
          more: reply.value.more,
          loading: false,
          error: null,
        });
      else
        setState((before) => ({
          ...before,
          lines: shown,
          more: false,
          loading: false,
          error: reply.error,
        }));
    },
    [api, server, text, action],
  );
  useEffect(() => void load([]), [load, revision]);
  const { lines, loading } = state;
  const loadMore = useCallback(() => {
    if (lines && !loading) void load(lines);
  }, [lines, loading, load]);
  const again = useCallback(() => void load(lines ?? []), [lines, load]);
  return { ...state, loadMore, again };
}

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

import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../store/context.ts';

const settleMs = 200;

export interface CompletionState {
  readonly values: readonly string[];
  readonly more: boolean;
  readonly busy: boolean;
}

/**
 * The server's suggestions for a template variable after the person pauses typing. Drops answers to
 * older text, and asks nothing before `active`: completing sends the server a request.
 */
export function useCompletion(
  input: {
    readonly server: string;
    readonly template: string;
    readonly variable: string;
    readonly value: string;
    readonly others: Readonly<Record<string, string>>;
  },
  active: boolean,
): CompletionState {
  const api = useApi();
  const { server, template, variable, value } = input;
  const others = JSON.stringify(input.others);
  const [state, setState] = useState<CompletionState>({ values: [], more: false, busy: false });
  const turn = useRef(0);
  useEffect(() => {
    const mine = ++turn.current;
    if (!active) return undefined;
    const timer = setTimeout(() => {
      setState((before) => ({ ...before, busy: true }));
      void api
        .completeTemplate({
          server,
          template,
          variable,
          value,
          others: JSON.parse(others) as Record<string, string>,
        })
        .then((reply) => {
          if (mine === turn.current)
            setState(
              reply.ok ? { ...reply.value, busy: false } : { values: [], more: false, busy: false },
            );
        });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [active, api, server, template, variable, value, others]);
  return state;
}

import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import type { SoughtExchange } from '../../shared/model/log.ts';
import type { RefusedEntry, SkillRow } from '../../shared/model/skill.ts';
import { useActions, useCommands } from './context.ts';
import type { PaletteCommand } from './state.ts';

/** The shortcut that shows an exchange. */
export const exchangeKey = 'x';

type Meant = SoughtExchange | (() => SoughtExchange | null) | null;

/**
 * Registers `X` to show the exchange that something is based on. A function is evaluated when the
 * key is pressed; null: there's no exchange.
 */
export const useShowExchange = (sought: Meant): (() => void) => useWay(sought, false);

/** The page's own exchange, for parts that have none. */
export const useExchangeOfPage = (sought: () => SoughtExchange | null): (() => void) =>
  useWay(sought, true);

function useWay(sought: Meant, fallback: boolean): () => void {
  const { showExchange, toast } = useActions();
  const latest = useRef(sought);
  useLayoutEffect(() => {
    latest.current = sought;
  });
  const show = useCallback(() => {
    const { current } = latest;
    const meant = typeof current === 'function' ? current() : current;
    if (meant !== null) void showExchange(meant);
    else if (current !== null) toast('info', 'No file is open here, and none failed a check.');
  }, [showExchange, toast]);
  const isThere = sought !== null;
  const commands = useMemo(
    (): PaletteCommand[] =>
      isThere
        ? [
            {
              id: 'show-exchange',
              icon: 'terminal',
              title: 'Show the exchange',
              group: 'Skill',
              key: exchangeKey,
              letter: true,
              fallback,
              run: show,
            },
          ]
        : [],
    [isThere, fallback, show],
  );
  useCommands(commands);
  return show;
}

type SoughtEntry = Extract<SoughtExchange, { of: 'entry' }>;

/** The exchange with an invalid entry. */
export const cameRefused = ({ server, uri, name, dialect, index }: RefusedEntry): SoughtEntry => ({
  of: 'entry',
  ...{ server, uri: uri ?? null, name: name ?? null, dialect },
  way: index < 0 ? 'by-uri' : 'listing',
});

/** The exchange with a skill's entry. */
export const cameListed = ({ server, uri, name, dialect, origin }: SkillRow): SoughtEntry => ({
  of: 'entry',
  ...{ server, uri, name, dialect },
  way: origin === 'listed' ? 'either' : 'by-uri',
});

/** The number or URI of the focused list item (`data-exchange`); null elsewhere. */
export const focusedExchange = (): string | null =>
  document.activeElement?.closest<HTMLElement>('[data-exchange]')?.dataset['exchange'] ?? null;

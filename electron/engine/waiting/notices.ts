import { quoteName, quoted } from '../../../shared/quote-text.ts';
import type { AskedSkill, WaitingView } from '../../../shared/model/waiting.ts';
import type { AppEvent } from '../../../shared/contract.ts';
import type { AppSettings } from '../../../shared/model/settings.ts';
import type { SystemClock } from '../ports/machine.ts';
import { grouped } from '../../../shared/size-text.ts';

/** At most one notice in so long (ms): a host in a loop must not fill a person's screen. */
const atMostEvery = 60_000;

export interface NoticeParts {
  readonly clock: SystemClock;
  readonly publish: (event: AppEvent) => void;
  readonly settings: { current: AppSettings };
  /** What's known to speak against the skill, in words; null if it isn't served now. */
  readonly riskOf: (asked: AskedSkill) => string | null;
}

/**
 * Tells of skills that hosts ask for, as a notice of the system, where the person has not switched
 * that off. What waited before the app was opened is no news. Words of hosts and servers stand
 * between quotation marks, and are cut.
 */
export function waitingNotices({ clock, publish, settings, riskOf }: NoticeParts): {
  saw(view: WaitingView): void;
  stop(): void;
} {
  const begun = clock.now();
  let told = new Set<string>();
  let due: readonly AskedSkill[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  const tell = (): void => {
    cancel = null;
    const [first] = due;
    if (first === undefined) return;
    if (settings.current.notices) {
      publish({ type: 'notice', ...words(first, due.length, riskOf(first)) });
      last = clock.now();
    }
    due = [];
  };
  return {
    saw({ skills }) {
      const before = told;
      told = new Set(skills.map(idOf));
      const fresh = skills.filter(
        (one) => Date.parse(one.firstAt) >= begun && !before.has(idOf(one)),
      );
      // Decided meanwhile: it is no news any more.
      due = [...fresh, ...due.filter((one) => told.has(idOf(one)))];
      if (due.length === 0 || cancel !== null) return;
      const wait = last + atMostEvery - clock.now();
      if (wait <= 0) tell();
      else cancel = clock.after(wait, tell);
    },
    stop: () => cancel?.(),
  };
}

const idOf = ({ key, firstAt }: AskedSkill): string => `${key}\n${firstAt}`;

function words(
  { hosts: [host = ''], server, name, uri }: AskedSkill,
  count: number,
  risk: string | null,
): { title: string; body: string } {
  const what = name === '' ? quoted(cut(uri)) : quoteName(cut(name));
  const asked = `${host === '' ? 'A host' : quoted(cut(host))} asked ${cut(server)} for ${what}`;
  const line = risk === null ? '' : ` ${risk}.`;
  return count === 1
    ? {
        title: 'An app requests a skill that’s waiting for your decision',
        body: `${asked}.${line}`,
      }
    : {
        title: `Apps request ${grouped(count)} skills that are waiting for your decision`,
        body: `${asked}, and more.${line === '' ? '' : ` ${cut(name === '' ? uri : name)}:${line}`}`,
      };
}

const cut = (text: string): string =>
  [...text].length > 60 ? `${[...text].slice(0, 59).join('')}…` : text;

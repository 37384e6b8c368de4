import type { CheckOutcome, ExchangeMeaning } from '../../../shared/model/log-meaning.ts';
import { failedCheck, passedCheck } from '../../../shared/model/file-label.ts';
import type { BadgeTone } from '../../components/Badge/Badge.tsx';
import type { IconName } from '../../components/Icon/Icon.tsx';

const whyNothing: Readonly<Record<NonNullable<ExchangeMeaning['nothing']>, string>> = {
  waiting: 'No answer has come yet, so nothing rests on it.',
  'by-hand':
    'A person sent it from this page: no listing, no check and no decision is made of what came.',
  check:
    'A check of the server sent it: what came counts for the report of that check and for nothing else.',
  opened: 'It is of an opened log: its servers are somebody’s, and nothing here rests on it.',
};

/** Why there is nothing to say of an exchange; null where there is something. */
export function nothingIn(meaning: ExchangeMeaning): string | null {
  const { nothing, files, refused, skills, whole, cut } = meaning;
  if (nothing !== null) return whyNothing[nothing];
  if (cut || [files, refused, skills, whole].some(({ length }) => length > 0)) return null;
  return 'No skill, no file and no check that is held now rests on this exchange.';
}

/** How much of it is not as it should be, for the tab; undefined: none of it. */
export function wrongIn({ files, refused, skills, whole }: ExchangeMeaning): string | undefined {
  const failed = files.filter(({ verdict }) => verdict?.status === 'failed').length;
  const problems = skills.filter((skill) => skill.problems.length > 0).length + whole.length;
  const said = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
    ...(problems > 0 ? [problems === 1 ? '1 problem' : `${problems} problems`] : []),
  ];
  return said.length === 0 ? undefined : said.join(', ');
}

/** A check of a file in words that the rest of the product has for it. */
export function checkLook({ check, outcome }: CheckOutcome): {
  readonly icon: IconName;
  readonly tone: BadgeTone;
  readonly word: string;
} {
  if (outcome === 'passed') return { icon: 'check', tone: 'ok', word: passedCheck[check] };
  if (outcome === 'failed')
    return {
      icon: 'error',
      tone: 'bad',
      word: check === 'read' ? 'the server gave no content' : failedCheck(check),
    };
  return { icon: 'minus', tone: 'neutral', word: `${check}: not looked at any more` };
}

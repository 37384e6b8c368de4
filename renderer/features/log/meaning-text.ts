import type { CheckOutcome, ExchangeMeaning } from '../../../shared/model/log-meaning.ts';
import { failedCheck, passedCheck } from '../../../shared/model/file-label.ts';
import type { BadgeTone } from '../../components/Badge/Badge.tsx';
import type { IconName } from '../../components/Icon/Icon.tsx';

const whyNothing: Readonly<Record<NonNullable<ExchangeMeaning['nothing']>, string>> = {
  waiting: 'No response yet, so nothing depends on it.',
  'by-hand':
    'Sent by hand from this page. The response doesn’t affect listings, checks or decisions.',
  check: 'Sent by a check of the server. The response counts only for that check’s report.',
  opened: 'From an opened log. Nothing in Skillgate depends on it.',
};

/** Why nothing depends on an exchange; null if something does. */
export function nothingIn(meaning: ExchangeMeaning): string | null {
  const { nothing, files, refused, skills, whole, cut } = meaning;
  if (nothing !== null) return whyNothing[nothing];
  if (cut || [files, refused, skills, whole].some(({ length }) => length > 0)) return null;
  return 'No current skill, file or check depends on this exchange.';
}

/** How much of it isn’t valid, for the tab; undefined: none of it. */
export function wrongIn({ files, refused, skills, whole }: ExchangeMeaning): string | undefined {
  const failed = files.filter(({ verdict }) => verdict?.status === 'failed').length;
  const problems = skills.filter((skill) => skill.problems.length > 0).length + whole.length;
  const said = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(refused.length > 0 ? [`${refused.length} invalid`] : []),
    ...(problems > 0 ? [problems === 1 ? '1 problem' : `${problems} problems`] : []),
  ];
  return said.length === 0 ? undefined : said.join(', ');
}

/** A file check in the words used elsewhere in the app. */
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
      word: check === 'read' ? 'the server sent no content' : failedCheck(check),
    };
  return { icon: 'minus', tone: 'neutral', word: `${check}: no longer checked` };
}

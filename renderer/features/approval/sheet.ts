import { quoteName } from '../../../shared/quote-text.ts';
import { assertNever } from '../../../shared/assert-never.ts';
import type {
  RendererApi,
  DecideOutcome,
  DecisionItem,
  RequestReply,
} from '../../../shared/contract.ts';
import { localDecision } from '../../../shared/model/folder-text.ts';
import type { SkillRow } from '../../../shared/model/skill.ts';
import type { AppState, DecisionSheetRequest } from '../../store/state.ts';
import { actionsFor, plural } from './status-text.ts';

type Action = DecisionSheetRequest['action'];

/** The tools that a skill requests, each once. */
export const toolsOf = (row: SkillRow): readonly string[] => [...new Set(row.requests.tools)];

/**
 * True if this decision is possible for this skill now; others in a selection are skipped and shown
 * as such.
 */
export function suitable(action: Action, row: SkillRow): boolean {
  const can = actionsFor(row.standing, row.content, row.needsReadAll, row.record !== null);
  switch (action) {
    case 'approve':
      return can.approve !== null && can.approve !== 'read-first';
    case 'deny':
      return can.deny;
    case 'revoke':
      return can.revoke;
    case 'session':
      return can.session;
    default:
      return assertNever(action);
  }
}

export interface SheetWords {
  readonly title: string;
  readonly meaning: string;
  readonly button: string;
}

/**
 * The sheet's text. `name` is set if the decision is about one skill, `isLocal` if all are in local
 * folders.
 */
export function sheetWords(
  action: Action,
  count: number,
  name: string | undefined,
  isLocal = false,
): SheetWords {
  const what = name === undefined ? plural(count, 'skill') : quoteName(name);
  const which = name === undefined ? plural(count, 'skill') : '';
  const button = (verb: string): string => (which === '' ? verb : `${verb} ${which}`);
  switch (action) {
    case 'approve':
      return {
        title: `Approve ${what}`,
        meaning:
          'Approval covers exactly the content listed now. If a file changes, ' +
          `the approval no longer applies.${isLocal ? ` ${localDecision}` : ''}`,
        button: button('Approve'),
      };
    case 'deny':
      return {
        title: `Deny ${what}`,
        meaning: isLocal
          ? localDecision
          : name === undefined
            ? 'Protected apps won’t load these skills, even if they change, ' +
              'until you decide again. An app that isn’t protected still can. ' +
              'Skills that a server adds later aren’t covered; they appear as New.'
            : 'Protected apps won’t load this skill, even if it changes, ' +
              'until you decide again. An app that isn’t protected still can.',
        button: button('Deny'),
      };
    case 'revoke':
      return {
        title: `Revoke the decision on ${what}`,
        meaning:
          'Removes the decision; the skill becomes New again. The audit keeps the ' +
          `history.${isLocal ? ' An app whose settings turned it off loads it again.' : ''}`,
        button: button('Revoke'),
      };
    case 'session':
      return {
        title: `Allow ${what} for this session`,
        meaning:
          'The server generates this content on every read, so it can’t be approved. ' +
          'This lasts until Skillgate closes and is never saved to disk.',
        button: button('Allow'),
      };
    default:
      return assertNever(action);
  }
}

/** Sends the decision. `expiresAt`: ISO 8601 or null, for approvals only. */
export function send(
  api: RendererApi,
  action: Action,
  items: DecisionItem[],
  note: string,
  expiresAt: string | null,
): Promise<RequestReply<DecideOutcome[]>> {
  switch (action) {
    case 'approve':
      return api.approve({ items, note, expiresAt });
    case 'deny':
      return api.deny({ items, note });
    case 'revoke':
      return api.revoke({ items });
    case 'session':
      return api.allowSession({ items });
    default:
      return assertNever(action);
  }
}

/** The saved decisions, for this session's list. */
export const doneOf = (outcomes: readonly DecideOutcome[], skills: AppState['skills']) =>
  outcomes
    .filter((outcome) => outcome.outcome === 'done')
    .map(({ server, uri, record, undo }) => ({
      server,
      uri,
      record: record ?? null,
      undo: undo ?? null,
      name: skills.get(server)?.get(uri)?.name ?? uri,
    }));

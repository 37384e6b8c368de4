import { useMemo, useEffect, useEffectEvent, type RefObject } from 'react';
import type { SkillRow } from '../../../shared/model/skill.ts';
import { useActions, useApi, useCommands, useAppState } from '../../store/context.ts';
import type { PaletteCommand, DecisionPanelState, AppState } from '../../store/state.ts';
import { actionsFor } from './status-text.ts';
import type { Finding } from '../../../shared/model/findings.ts';
import { isOpen } from '../../../shared/model/severity.ts';
import { useFindings } from '../../store/findings.ts';
import type { SkillDetail } from '../../../shared/model/detail.ts';
import type { FailedCheck, FileCheck } from '../../../shared/model/verdict.ts';

type Decision = readonly [
  DecisionPanelState['action'],
  Pick<PaletteCommand, 'id' | 'icon' | 'title' | 'key'>,
];
const approve: Decision = [
  'approve',
  { id: 'approve', icon: 'approved', title: 'Approve the skill…', key: 'a' },
];
const allow: Decision = [
  'session',
  { id: 'allow-session', icon: 'session', title: 'Allow the skill for this session…', key: 'a' },
];
const deny: Decision = ['deny', { id: 'deny', icon: 'denied', title: 'Deny the skill…', key: 'd' }];
const revoke: Decision = [
  'revoke',
  { id: 'revoke', icon: 'unlink', title: 'Revoke the decision…', key: 'r' },
];

/** The skill's palette commands and single letters that its status allows. */
export function useSkillCommands(row: SkillRow): void {
  const api = useApi();
  const { openPanel, attempt } = useActions();
  const { server, uri, standing, content, needsReadAll } = row;
  const isDecided = row.record !== null;
  const commands = useMemo<PaletteCommand[]>(() => {
    const can = actionsFor(standing, content, needsReadAll, isDecided);
    const possible = [
      ...(can.approve === null || can.approve === 'read-first' ? [] : [approve]),
      ...(can.session ? [allow] : []),
      ...(can.deny ? [deny] : []),
      ...(can.revoke ? [revoke] : []),
    ];
    return [
      ...possible.map(([action, command]) => ({
        ...command,
        group: 'Decide',
        letter: true,
        run: () => openPanel({ server, uri, action }),
      })),
      ...(needsReadAll
        ? [
            {
              id: 'read-all',
              icon: 'file' as const,
              title: 'Load all files of the skill',
              group: 'Skill',
              run: () => void attempt(api.readAll({ server, uri }), 'Couldn’t load the files'),
            },
          ]
        : []),
      {
        id: 'verify',
        icon: 'play' as const,
        title: 'Verify all files',
        group: 'Skill',
        key: 'v',
        letter: true,
        run: () => void attempt(api.verifySkill({ server, uri }), 'Couldn’t verify the files'),
      },
      {
        id: 'refresh-skill',
        icon: 'refresh' as const,
        title: 'Refresh the entry from the server',
        group: 'Skill',
        run: () => void attempt(api.refreshSkill({ server, uri }), 'Couldn’t refresh the entry'),
      },
    ];
  }, [api, attempt, openPanel, server, uri, standing, content, needsReadAll, isDecided]);
  useCommands(commands);
}

const isModalOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/**
 * Ctrl or ⌘ with Enter decides and Esc closes: within the decision, on its page, or with nothing
 * focused. It's a chord, and a held key is ignored, so one stray key never decides. Does nothing
 * while something covers the page or the tree has focus.
 */
export function useDecisionKeys(
  decider: RefObject<HTMLElement | null>,
  { decide, close }: { readonly decide: () => void; readonly close?: () => void },
): void {
  const isHere = (event: KeyboardEvent): boolean => {
    if (event.isComposing || event.repeat || isModalOpen()) return false;
    const page = decider.current?.closest('article') ?? decider.current;
    return event.target === document.body || page?.contains(event.target as Node) === true;
  };
  // Handle it before the content does: an editor gives the chord its own meaning.
  const onChord = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isHere(event)) return;
    event.preventDefault();
    event.stopPropagation();
    decide();
  });
  // Handle Esc after the content: whatever is open inside closes first.
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (close === undefined) return;
    if (event.key !== 'Escape' || event.defaultPrevented || !isHere(event)) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    const chord = (event: KeyboardEvent): void => onChord(event);
    const escape = (event: KeyboardEvent): void => onEscape(event);
    window.addEventListener('keydown', chord, { capture: true });
    window.addEventListener('keydown', escape);
    return () => {
      window.removeEventListener('keydown', chord, { capture: true });
      window.removeEventListener('keydown', escape);
    };
  }, []);
}

/** Moves from the worst finding to the next with one key each: review the most harmful first. */
export function useFindingCommands(row: SkillRow): void {
  const known = useFindings(row);
  const now = useAppState();
  const { openFinding, toast } = useActions();
  const { server, uri } = row;
  const commands = useMemo<PaletteCommand[]>(
    () => [
      {
        id: 'next-finding',
        icon: 'search',
        title: 'Go to the next finding',
        group: 'Skill',
        key: 'g',
        letter: true,
        run: () => {
          const open = (known?.findings ?? []).filter(isOpen);
          if (open.length === 0) return toast('info', 'No findings so far.');
          const last = lastShown(open, now());
          const next = open[(last + 1) % open.length];
          if (next !== undefined) openFinding({ server, uri }, next);
        },
      },
    ],
    [known, now, openFinding, toast, server, uri],
  );
  useCommands(commands);
}

/** Index of the finding shown last; -1 for none. */
const lastShown = (open: readonly Finding[], { place: at, entryField }: AppState): number =>
  entryField === null
    ? open.findIndex(
        ({ uri, field, place }) =>
          field === undefined &&
          at?.file === uri &&
          at.line === place.line &&
          at.column === place.column,
      )
    : open.findLastIndex(({ field }) => field === entryField);

export const isFailed = (verdict: FileCheck | undefined): verdict is FailedCheck =>
  verdict?.status === 'failed';

/** The first file in the manifest that failed its check, for the shortcut. */
export const firstFailed = ({
  files,
  verdicts,
}: Pick<SkillDetail, 'files' | 'verdicts'>): string | null =>
  files.find((file) => isFailed(verdicts[file.uri]))?.uri ?? null;

// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RendererApi } from '../../../../shared/contract.ts';
import type { ApprovalRecord } from '../../../../shared/model/approval.ts';
import type { SkillDetail } from '../../../../shared/model/detail.ts';
import type { SkillFindings } from '../../../../shared/model/findings.ts';
import type { PolicyState } from '../../../../shared/model/policy.ts';
import type { FileEntry, SkillRow } from '../../../../shared/model/skill.ts';
import { useApp } from '../../../store/context.ts';
import { driftFrom, pinOf } from '../../../store/pin.ts';
import { useShown, useShowText } from '../../../store/readings.ts';
import type { DecisionPanelState } from '../../../store/state.ts';
import { drawn, heldBecause, holding } from '../../../store/testing/drawn.tsx';
import { aSkill } from '../../../store/testing/fixtures.ts';
import { layOut } from '../../../store/testing/in-view.ts';
import { DecisionPanel } from './DecisionPanel.tsx';

const digest = (letter: string): string => `sha256:${letter.repeat(64)}`;
const file = (path: string, letter = 'd'): FileEntry => ({
  path,
  uri: `skill://deploy/${path}`,
  digest: digest(letter),
  size: 10,
});
const two = [file('SKILL.md'), file('run.sh')];
const asking = (tools: readonly string[], more: Partial<SkillRow> = {}) =>
  aSkill('acme', 'deploy', {
    fileCount: two.length,
    requests: { tools: [...tools], declarative: [], settings: [], executables: ['run.sh'] },
    checked: { verified: 0, failed: 0, unread: 0, unverifiable: 0, total: two.length },
    ...more,
  });
const plain = asking([]);
const detailOf = (row: SkillRow, more: Partial<SkillDetail> = {}): SkillDetail => ({
  row,
  frontmatter: [],
  files: two,
  verdicts: {},
  unbound: [],
  record: null,
  raw: '',
  collisions: [],
  nested: [],
  enclosing: null,
  limits: { files: 512, bytes: 16_000_000 },
  ...more,
});
const approved = (more: Partial<ApprovalRecord> = {}): ApprovalRecord =>
  ({
    id: '01',
    decision: 'approved',
    frontmatter: { 'allowed-tools': 'Read Gone' },
    grants: { allowedTools: ['Read', 'Gone'], codeExecution: false },
    decidedAt: '2026-10-01T12:00:00.000Z',
    expiresAt: null,
    note: 'as before',
    ...more,
  }) as ApprovalRecord;
const done: RendererApi['approve'] = async ({ items }) => ({
  ok: true,
  value: items.map(({ server, uri }) => ({
    ...{ server, uri, outcome: 'done', message: '' },
    ...{ record: 'new', undo: 'u1' },
  })),
});
const policy = (limits: object): PolicyState => ({
  status: 'active',
  path: '/etc/skillgate/policy.json',
  rules: [],
  limits: { fullCoverage: false, shown: false, noTools: false, longestMs: null, ...limits },
});

/** The panel on its page: what the page has shown is in the store, and what is served may differ. */
function OnPage({ detail, ready }: { detail: SkillDetail; ready: boolean }) {
  const pin = useApp((app) => app.pin);
  const row = useApp((app) => app.skills.get('acme')?.get(detail.row.uri)) ?? detail.row;
  return (
    <article>
      <p>The content.</p>
      <DecisionPanel
        detail={{ ...detail, row }}
        ready={ready}
        pin={pin}
        drift={pin === null ? null : driftFrom(pin, row)}
      />
    </article>
  );
}

/** Brings all of a file on screen, as a view of it would. */
function ReadIt({ file: { uri, digest: of = '' } }: { file: FileEntry }) {
  const show = useShowText();
  const { onSeen } = useShown('acme', plain.uri, { uri, digest: of });
  const read = (): void => {
    show('acme', plain.uri, { uri, digest: of }, { text: 'x', language: 'shell' });
    onSeen('text', [0, 1]);
  };
  return (
    <button type="button" onClick={read}>
      Read it
    </button>
  );
}

interface Scene {
  readonly beside?: ReactNode;
  readonly detail?: SkillDetail;
  readonly ready?: boolean;
  readonly pinned?: SkillDetail | null;
  readonly policy?: PolicyState;
}

function open(
  action: DecisionPanelState['action'],
  answers: Partial<RendererApi> = {},
  { detail = detailOf(plain), ready = true, pinned = detail, policy: rules, beside }: Scene = {},
) {
  const { row } = detail;
  const key = `${row.server}\n${row.uri}`;
  return drawn(
    <>
      <OnPage detail={detail} ready={ready} />
      {beside}
    </>,
    {
      ...holding([row]),
      details: new Map([[key, { detail, error: null, stale: false, loading: false }]]),
      selection: { kind: 'skill', server: row.server, uri: row.uri },
      pin: pinned === null ? null : pinOf(pinned),
      panel: { server: row.server, uri: row.uri, action, busy: false, refusal: null },
      ...(rules === undefined ? {} : { policy: rules }),
    },
    answers,
  );
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const send = () => button(/^Approve \d/);
const listed = () => within(screen.getByRole('listbox', { name: /^Files/ })).getAllByRole('option');
const chord = '{Control>}{Enter}{/Control}';
const against = () =>
  within(screen.getByRole('list', { name: /What prevents/ }))
    .getAllByRole('listitem')
    .map((one) => one.textContent);

beforeEach(() => {
  // Rows are drawn as far as a window shows them, and this one has no size of its own.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(130);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(500);
});
afterEach(() => vi.restoreAllMocks());

describe('the approval panel', () => {
  it('lists every file with its status, the urgent ones first, and has the focus there', () => {
    open(
      'approve',
      {},
      {
        detail: detailOf(plain, {
          files: [...two, file('bad.md'), file('gone.md')],
          verdicts: {
            'skill://deploy/bad.md': { status: 'failed', check: 'digest', message: '' },
            'skill://deploy/gone.md': { status: 'failed', check: 'read', message: '' },
          },
        }),
      },
    );
    expect(screen.getByRole('region', { name: 'Approve deploy' })).toBeTruthy();
    const list = screen.getByRole('listbox', { name: /^Files/ });
    expect(listed().map((one) => one.textContent)).toEqual([
      'bad.md, failed: digest doesn’t match, unread',
      'gone.md, could not be read: the server gave no content, unread',
      'run.sh, not checked, unread',
      'SKILL.md, not checked, unread',
    ]);
    expect(document.activeElement).toBe(list);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens the next unread file with Enter, and keeps the focus in the list', async () => {
    const { user, app } = open('approve');
    await user.keyboard('{Enter}');
    expect(app.store.getState()).toMatchObject({
      file: 'skill://deploy/run.sh',
      tab: 'preview',
      toRead: true,
    });
    await user.keyboard('{Enter}');
    expect(app.store.getState().file).toBe('skill://deploy/SKILL.md');
    expect(document.activeElement).toBe(screen.getByRole('listbox', { name: /^Files/ }));
    expect(screen.getByRole('region', { name: 'Approve deploy' })).toBeTruthy();
  });

  it('opens a file that changed since the approval in its diff', async () => {
    const changed = asking([], {
      standing: {
        kind: 'changed',
        changes: { added: [], removed: [], modified: ['skill://deploy/run.sh'] },
        metadata: false,
        approvedAt: '2026-10-01T12:00:00.000Z',
      },
    });
    const { user, app } = open('approve', {}, { detail: detailOf(changed) });
    await user.keyboard('{Enter}');
    expect(app.store.getState()).toMatchObject({ file: 'skill://deploy/run.sh', tab: 'changes' });
    await user.keyboard('{Enter}');
    expect(app.store.getState()).toMatchObject({
      file: 'skill://deploy/SKILL.md',
      tab: 'preview',
    });
  });

  it('explains Enter while it has a file to open, and not once every file was read', async () => {
    const only = file('SKILL.md');
    const detail = detailOf({ ...plain, fileCount: 1 }, { files: [only] });
    const { user } = open('approve', {}, { detail, beside: <ReadIt file={only} /> });
    const list = screen.getByRole('listbox', { name: /^Files/ });
    const hint = screen.getByText('Press Enter to open the file.');
    expect(list.getAttribute('aria-describedby')).toBe(hint.id);
    await user.click(button('Read it'));
    expect(screen.queryByText(/Press Enter/)).toBeNull();
    expect(list.getAttribute('aria-describedby')).toBeNull();
  });

  it('says on the button what it covers', async () => {
    const { user } = open('approve', {}, { detail: detailOf(asking(['Read', 'Grep'])) });
    expect(send().textContent).toContain('Approve 2 files, 2 unread');
    expect(send().getAttribute('aria-keyshortcuts')).toBe('Control+Enter');
    await user.click(screen.getByRole('checkbox', { name: 'Read' }));
    expect(send().textContent).toContain('Approve 2 files and 1 tool, 2 unread');
  });

  it('selects no tool for a first approval, allows the selected ones and loads nothing', async () => {
    const { user, calls, app } = open(
      'approve',
      { approve: done },
      { detail: detailOf(asking(['Read', 'Bash(*)'])) },
    );
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox'))
      expect(box.checked).toBe(false);
    await user.click(screen.getByRole('checkbox', { name: 'Bash(*)' }));
    await user.click(send());
    expect(calls).toEqual([
      {
        name: 'approve',
        input: {
          items: [
            {
              ...{ server: 'acme', uri: plain.uri, identity: digest('e'), setDigest: digest('a') },
              ...{ metadataDigest: digest('f'), replaces: null, grants: ['Bash(*)'], shown: 0 },
            },
          ],
          note: '',
          expiresAt: null,
        },
      },
    ]);
    const { panel, toasts, drafts } = app.store.getState();
    expect([panel, drafts.size]).toEqual([null, 0]);
    expect(toasts).toMatchObject([
      { tone: 'ok', text: 'Approved deploy.', undo: [{ undo: 'u1' }] },
    ]);
  });

  it('starts a renewal from the last approval, and marks what differs', () => {
    const row = asking(['Read', 'Bash(*)'], { record: '01' });
    open('approve', {}, { detail: detailOf(row, { record: approved() }) });
    const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect(box(/^Read allowed before/).checked).toBe(true);
    expect(box(/^Bash\(\*\) newly requested/).checked).toBe(false);
    const tools = screen.getByRole('group', { name: 'Requested tools' });
    expect(tools.textContent).toContain('Gone allowed before, no longer requested');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe(
      'as before',
    );
    expect(screen.getByText('Previously: never')).toBeTruthy();
  });

  it('waits for the current decision before it shows starting values', () => {
    const row = asking(['Read'], { record: '01' });
    open('approve', {}, { detail: detailOf(row), ready: false });
    const panel = screen.getByRole('region', { name: 'Approve deploy' });
    expect(panel.getAttribute('aria-busy')).toBe('true');
    expect(within(panel).queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
    expect(document.activeElement).toBe(button(/^Cancel/));
  });

  it('waits on a page that has shown nothing yet, and decides nothing', async () => {
    const { user, calls } = open('approve', { approve: done }, { pinned: null });
    expect(screen.getByText('Loading the current decision')).toBeTruthy();
    await user.keyboard(chord);
    expect(calls).toEqual([]);
  });

  it('draws only the visible ones of 3,000 files, and counts all', () => {
    const files = Array.from({ length: 3_000 }, (_, index) => file(`f${index}.md`));
    open('approve', {}, { detail: detailOf({ ...plain, fileCount: 3_000 }, { files }) });
    expect(send().textContent).toContain('Approve 3,000 files, 3,000 unread');
    const options = listed();
    expect(options.length).toBeLessThan(40);
    expect(options[0]?.getAttribute('aria-setsize')).toBe('3000');
  });

  it('shows long and hostile names as plain text', () => {
    const tool = `Read\u202E${'x'.repeat(3_000)} allowed before`;
    const path = `${'a'.repeat(2_000)}/✓ Approved.md`;
    open(
      'approve',
      {},
      {
        detail: detailOf(asking([tool]), { files: [file(path)] }),
      },
    );
    const tools = screen.getByRole('group', { name: 'Requested tools' });
    expect(tools.querySelector('code')?.textContent).toBe(tool.replace('\u202E', '\\u{202E}'));
    const [option] = listed();
    expect(option?.textContent).toBe(`${path}, not checked, unread`);
  });
});

describe('a decision that is open', () => {
  it('is never saved by a click or a key for anything but what was shown', async () => {
    const shown = detailOf(plain);
    const swapped = { ...plain, setDigest: digest('e') };
    const { user, calls, app } = open('approve', { approve: done }, { detail: shown });
    act(() => app.store.setState(holding([swapped])));
    expect(heldBecause(send())).toBe('Review what changed before you decide.');
    expect(against()).toEqual(['Review what changed before you decide.']);
    await user.keyboard(chord);
    await user.click(send());
    expect(calls).toEqual([]);
    // The same when it is gone and back, or when another window has decided.
    act(() => app.store.setState(holding([])));
    const decided = { ...plain, record: 'by another window' };
    act(() => app.store.setState(holding([decided])));
    await user.keyboard(chord);
    expect(calls).toEqual([]);
  });

  it('names what was shown even if the swap comes with the click', async () => {
    const { user, calls, app } = open('approve', { approve: done });
    const swapped = { ...plain, setDigest: digest('e') };
    const swap = () => app.store.setState(holding([swapped]));
    window.addEventListener('click', swap, { capture: true, once: true });
    await user.click(send());
    expect(calls).toMatchObject([{ input: { items: [{ setDigest: digest('a') }] } }]);
  });

  it('is sent once, however often it is triggered', async () => {
    const { user, calls } = open('approve', { approve: () => new Promise(() => undefined) });
    await user.dblClick(send());
    await user.keyboard(chord);
    expect(calls).toHaveLength(1);
  });

  it('announces why it was refused, and keeps everything typed', async () => {
    const { user } = open('deny', {
      deny: async () => ({
        ok: false,
        error: { code: 'store', message: 'The disk is full.' } as never,
      }),
    });
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'why');
    await user.keyboard(chord);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Nothing was decided');
    expect(alert.textContent).toContain('The disk is full.');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('why');
    expect(heldBecause(button('Deny'))).toBeNull();
  });

  it('shows the main process’s reason in the panel', async () => {
    const { user } = open('approve', {
      approve: async ({ items: [item] }) => ({
        ok: true,
        value: [{ ...item, outcome: 'stale', message: '' } as never],
      }),
    });
    await user.keyboard(chord);
    expect((await screen.findByRole('alert')).textContent).toContain('Review it again');
  });

  it('closes with Escape and keeps the draft for the same content only', async () => {
    const { user, app } = open('deny');
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'why');
    await user.keyboard('{Escape}');
    expect(app.store.getState().panel).toBeNull();
    const again = { server: 'acme', uri: plain.uri, action: 'deny' } as const;
    act(() => app.actions.openPanel(again));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('why');
    // The person has gone on with another set.
    const next = detailOf({ ...plain, setDigest: digest('e') });
    act(() => app.store.setState({ ...holding([next.row]), pin: pinOf(next) }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('');
    expect(screen.getByText('Your entries were cleared')).toBeTruthy();
  });

  it('hears the chord from the content or with nothing focused, but not from the tree', async () => {
    const { user, calls } = open('approve', { approve: done });
    const tree = document.body.appendChild(document.createElement('input'));
    tree.focus();
    await user.keyboard(`${chord}{Escape}`);
    expect(calls).toEqual([]);
    expect(screen.getByRole('region', { name: 'Approve deploy' })).toBeTruthy();
    tree.remove();
    await user.keyboard(chord);
    expect(calls).toHaveLength(1);
  });
});

describe('the chosen expiry', () => {
  afterEach(() => vi.useRealTimers());

  it('is checked when sent: a day that has passed by then ends no approval', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 23, 50) });
    const { user, calls } = open('approve', { approve: done });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Expires' }), 'date');
    await user.type(screen.getByLabelText('Date'), '2026-11-22');
    vi.setSystemTime(new Date(2026, 10, 23, 0, 10));
    await user.keyboard(chord);
    expect(calls).toEqual([]);
    expect(screen.getByText(/That end date has passed/)).toBeTruthy();
  });
});

describe('a managed policy', () => {
  it('limits the controls, and all its objections show at once', () => {
    const row = asking(['Read'], { record: '01' });
    open(
      'approve',
      {},
      {
        detail: detailOf(row, { record: approved() }),
        policy: policy({
          fullCoverage: true,
          shown: true,
          noTools: true,
          longestMs: 30 * 86_400_000,
        }),
      },
    );
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByText(/doesn’t let you allow tools/)).toBeTruthy();
    const choices = within(screen.getByRole('combobox', { name: 'Expires' })).getAllByRole(
      'option',
    );
    expect(choices.map((one) => one.textContent)).toEqual(['In 30 days', 'On a date…']);
    expect(heldBecause(send())).toBe(against().join(' '));
    expect(against()).toEqual([
      'Managed policy: every file must match the manifest before approval: 2 files not verified (press V to verify all).',
      'Managed policy: every file must be read before approval: 2 files not fully read (press U for the next one).',
    ]);
  });

  it('allows no day that it would reject', async () => {
    const { user } = open('approve', {}, { policy: policy({ longestMs: 10 * 86_400_000 }) });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Expires' }), 'date');
    const date = screen.getByLabelText<HTMLInputElement>('Date');
    expect(date.max).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(against()).toEqual(['Choose a future date.']);
    await user.type(date, '2999-01-01');
    expect(against()).toEqual(['Managed policy: approvals expire within 10 days.']);
  });
});

describe('the other panels', () => {
  it.each([
    ['deny', 'Deny deploy', 'Deny', { kind: 'undecided' }],
    ['revoke', 'Revoke the decision on deploy', 'Revoke', { kind: 'denied', at: '', note: '' }],
  ] as const)('ask only for their own fields: %s', async (action, name, decides, standing) => {
    const { user, calls, app } = open(
      action,
      { [action]: done },
      {
        detail: detailOf({ ...plain, standing }),
      },
    );
    const panel = screen.getByRole('region', { name });
    expect(within(panel).queryAllByRole('textbox')).toHaveLength(action === 'deny' ? 1 : 0);
    expect(within(panel).queryByRole('combobox')).toBeNull();
    expect(document.activeElement).not.toBe(button(decides));
    await user.keyboard(chord);
    expect(calls.map((call) => call.name)).toEqual([action]);
    expect(app.store.getState().toasts[0]?.tone).toBe('info');
  });

  it('allow dynamic content for a session', async () => {
    const { user, calls } = open(
      'session',
      { allowSession: done as never },
      {
        detail: detailOf({ ...plain, content: 'dynamic', setDigest: null }),
      },
    );
    await user.click(button('Allow'));
    expect(calls).toMatchObject([
      { name: 'allowSession', input: { items: [{ setDigest: null }] } },
    ]);
  });
});

describe('the approval panel of a skill with high findings', () => {
  const bad = (rule: string, uri = 'skill://deploy/run.sh') => ({
    ...{ rule, uri, digest: digest('d'), severity: 'high', confidence: 'high', count: 1 },
    ...{ title: `Found ${rule}`, place: { line: 1, column: 1 }, related: [], answer: null },
  });
  const counted = (high: number) => ({ ...plain.findings, files: 2, high });
  const found = (...rules: readonly string[]) =>
    ({
      ...{
        findings: rules.map((rule) => bad(rule)),
        notInspected: [],
        counts: counted(rules.length),
      },
      ...{ riskDigest: rules.join(), checkedAt: null, since: null },
    }) as unknown as SkillFindings;
  const show = (rules: readonly string[]) => {
    let now = found(...rules);
    const row = asking([], { findings: counted(rules.length) });
    const scene = open(
      'approve',
      { approve: done, getFindings: async () => ({ ok: true, value: now }) },
      { detail: detailOf(row) },
    );
    const find = (...more: readonly string[]): void => {
      now = found(...more);
      const next: SkillRow = { ...row, findings: counted(more.length) };
      act(() => scene.app.store.setState(holding([next])));
    };
    return { ...scene, find };
  };
  const anyway = () => button(/^Approve anyway/);
  afterEach(() => vi.unstubAllGlobals());

  it('is sent once each of them was on screen', async () => {
    layOut();
    const { user, calls } = show(['A', 'B']);
    await vi.waitFor(() => expect(heldBecause(anyway())).toBeNull(), 60_000);
    await user.click(anyway());
    expect(calls.find(({ name }) => name === 'approve')?.input).toMatchObject({
      items: [{ acceptedRisk: 'A,B' }],
    });
  });

  it('isn’t sent while one was never in view', async () => {
    layOut((element) => element.textContent.includes('Found A'));
    const { user, calls } = show(['A', 'B']);
    await vi.waitFor(
      () => expect(against()).toEqual(['Scroll through the findings above first.']),
      60_000,
    );
    await new Promise((resolve) => setTimeout(resolve, 600));
    await user.click(anyway());
    expect(calls.map(({ name }) => name)).not.toContain('approve');
  });

  it.each([
    ['another', ['A']],
    ['the first', []],
  ] as const)('takes no click at the moment when %s one is found', async (_, before) => {
    layOut();
    const { user, calls, find } = show(before);
    await vi.waitFor(() => expect(heldBecause(button(/^Approve/))).toBeNull(), 60_000);
    find(...before, 'C');
    await vi.waitFor(() => expect(screen.getByText('Found C')).toBeTruthy(), 60_000);
    await user.click(button(/^Approve/));
    expect(calls.map(({ name }) => name)).not.toContain('approve');
    await vi.waitFor(() => expect(heldBecause(anyway())).toBeNull(), 5_000);
  });
});

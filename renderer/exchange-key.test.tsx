// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SkillDetail } from '../shared/model/detail.ts';
import type { FileView } from '../shared/model/file-view.ts';
import type { AnsweredFinding } from '../shared/model/findings.ts';
import type { FileMismatch } from '../shared/model/mismatch.ts';
import type { FileCheck } from '../shared/model/verdict.ts';
import { SkillPage } from './features/approval/SkillPage.tsx';
import { FindingsTab } from './features/findings/FindingsTab.tsx';
import { paletteResults } from './features/palette/results.ts';
import { FilePane } from './features/preview/FilePane.tsx';
import { useKeyboard } from './features/shortcuts/use-keyboard.ts';
import { skillKey, type AppState } from './store/state.ts';
import { drawn, holding } from './store/testing/drawn.tsx';
import { aSkill } from './store/testing/fixtures.ts';

const skill = 'skill://deploy/SKILL.md';
const good = 'skill://deploy/good.bin';
const bad = 'skill://deploy/bad.sh';
const failed: FileCheck = { status: 'failed', check: 'digest', message: 'It differs.' };
const files = [skill, good, bad].map((uri, at) => ({
  path: uri.slice('skill://deploy/'.length),
  uri,
  size: 2,
  digest: `sha256:${String(at).repeat(64)}`,
}));
const readFile = async ({ file }: { readonly file: string }) => ({
  ok: true as const,
  value: {
    ...{ path: file.slice('skill://deploy/'.length), uri: file, size: 2, truncated: false },
    ...{ hidden: [], digest: null, verdict: file === bad ? failed : { status: 'verified' } },
    preview:
      file === bad
        ? null
        : { kind: 'binary', type: 'data', base64: 'AAA=', cut: false, text: null },
  } as unknown as FileView,
});

function Page() {
  useKeyboard();
  return <SkillPage server="acme" uri={skill} FilePane={FilePane} FindingsTab={FindingsTab} />;
}

/** The page of a skill, one of whose files failed its check; and what `X` looks for there. */
function page(
  state: Partial<AppState>,
  verdicts: SkillDetail['verdicts'] = { [good]: { status: 'verified' }, [bad]: failed },
  more: Parameters<typeof aSkill>[2] = {},
) {
  const row = aSkill('acme', 'deploy', { fileCount: 3, ...more });
  const detail: SkillDetail = {
    unbound: [],
    ...{ row, files, verdicts, frontmatter: [], record: null, raw: '{}' },
    ...{ collisions: [], nested: [], enclosing: null, limits: { files: 9, bytes: 99 } },
  };
  const change = { change: 'modified' as const, before: null, after: null };
  const view = drawn(
    <Page />,
    {
      ...holding([row]),
      selection: { kind: 'skill', server: 'acme', uri: skill },
      details: new Map([
        [skillKey('acme', skill), { detail, error: null, stale: false, loading: false }],
      ]),
      ...state,
    },
    {
      readFile,
      getHistory: () => new Promise(() => undefined),
      getFindings: () => new Promise(() => undefined),
      getMismatch: async () => ({
        ok: true,
        value: { verdict: failed, sides: null } as unknown as FileMismatch,
      }),
      getDiff: () => new Promise(() => undefined),
      getChanges: async () => ({
        ok: true,
        value: {
          approvedAt: '2026-01-01T00:00:00Z',
          files: [good, bad].map((uri) => ({ uri, path: uri.slice(15), ...change })),
          frontmatter: [],
        },
      }),
      findExchange: async () => ({ ok: true, value: { row: null, doubt: 'never' } }),
    },
  );
  const sought = () =>
    view.calls.filter(({ name }) => name === 'findExchange').map(({ input }) => input);
  const press = () => view.user.keyboard('x');
  return { ...view, sought, press };
}
const read = (uri: string) => ({ of: 'read', server: 'acme', uri });

it.each([
  ['that matches', good, 'preview'],
  ['that matches, in its source', good, 'source'],
  ['that failed', bad, 'preview'],
  ['of which what arrived is shown', bad, 'mismatch'],
  ['that did not fail, with what arrived of it', good, 'mismatch'],
  ['that is not in the manifest', 'skill://deploy/other.txt', 'preview'],
] as const)('X on a file %s opens its own exchange', async (_, file, tab) => {
  const { press, sought } = page({ tab, file, toRead: true });
  if (tab === 'mismatch') await screen.findByRole('button', { name: 'Back to the file' });
  else if (file === good) await screen.findByText(/data/);
  else if (file === bad) await screen.findByRole('region', { name: 'Failed check' });
  await press();
  expect(sought()).toEqual([read(file)]);
});

it('X on an unopened file looks for its own exchange, never for another file’s', async () => {
  const { press, sought } = page({ tab: 'preview', file: null });
  await press();
  expect(sought()).toEqual([read(skill)]);
});

it('X in the list of files opens the exchange of the focused file, or of the failed one', async () => {
  const { press, sought } = page({ tab: 'files' });
  await press();
  act(() => screen.getByRole('button', { name: 'good.bin' }).focus());
  await press();
  expect(sought()).toEqual([read(bad), read(good)]);
});

it('X in the list of files opens the exchange of the focused file even if none failed', async () => {
  const { press, sought } = page({ tab: 'files' }, {});
  act(() => screen.getByRole('button', { name: 'good.bin' }).focus());
  await press();
  expect(sought()).toEqual([read(good)]);
});

it.each(['frontmatter', 'history'] as const)(
  'X in %s, with no file open, opens the exchange of the failed check',
  async (tab) => {
    const { press, sought } = page({ tab, file: good });
    await press();
    expect(sought()).toEqual([read(bad)]);
  },
);

it('X reports it when no file is open and none failed', async () => {
  const { press, sought, app } = page({ tab: 'history' }, {});
  await press();
  expect(sought()).toEqual([]);
  expect(app.store.getState().toasts.map(({ text }) => text)).toEqual([
    'No file is open here, and none failed a check.',
  ]);
});

it('X among the changes opens the exchange of the chosen file', async () => {
  const changes = { added: [], removed: [], modified: ['good.bin', 'bad.sh'] };
  const { press, sought, user } = page({ tab: 'changes' }, undefined, {
    standing: { kind: 'changed', changes } as never,
  });
  await user.click(await screen.findByRole('button', { name: /^Show good\.bin/ }));
  await press();
  expect(sought()).toEqual([read(good)]);
});

it('X among the findings opens the exchange of the chosen finding', async () => {
  const found = (title: string, uri: string, more: object = {}): AnsweredFinding => ({
    ...{ rule: title, ruleset: '2', family: 'running', severity: 'high', confidence: 'high' },
    ...{ title, why: 'W', confusedWith: 'C', role: 'code', uri, digest: 'sha256:0', count: 1 },
    ...{ related: [], decoded: null, excerpt: 'sh', answer: null, others: [], isNew: false },
    place: { start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 },
    ...more,
  });
  const row = aSkill('acme', 'deploy');
  const counts = { ...row.findings, high: 1, files: 1 };
  const of = (finding: AnsweredFinding) => ({
    tab: 'findings' as const,
    findings: new Map([
      [
        skillKey('acme', skill),
        {
          ...{ findings: [finding], notInspected: [], counts },
          ...{ riskDigest: null, checkedAt: null, since: null },
        },
      ],
    ]),
  });
  const inFile = page(of(found('A', good)), undefined, { findings: counts });
  await inFile.press();
  expect(inFile.sought()).toEqual([read(good)]);
  inFile.unmount();

  const inEntry = page(of(found('B', skill, { field: 'name' })), undefined, { findings: counts });
  await inEntry.press();
  expect(inEntry.sought()).toEqual([
    {
      ...{ of: 'entry', server: 'acme', uri: skill, name: 'deploy' },
      ...{ dialect: row.dialect, way: 'either' },
    },
  ]);
});

it.each(['preview', 'files', 'entry', 'history'] as const)(
  'the command is listed once in the palette, in %s',
  (tab) => {
    const { app } = page({ tab });
    const listed = paletteResults(app.store.getState(), 'show the exchange');
    expect(listed.map(({ id }) => id)).toEqual(['c:show-exchange']);
  },
);

// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnsweredFinding } from '../../../shared/model/findings.ts';
import { drawn } from '../../store/testing/drawn.tsx';
import { FindingList } from './FindingList.tsx';

const finding = (n: number, more: Partial<AnsweredFinding> = {}): AnsweredFinding => ({
  ...{ rule: 'X01', ruleset: '2', family: 'running', severity: 'high', confidence: 'high' },
  ...{ title: `Finding ${n}`, why: 'Because.', confusedWith: 'Nothing.', role: 'code' },
  ...{ uri: `skill://a/${n}.sh`, digest: `sha256:${n}`, count: 1, related: [], decoded: null },
  place: { start: 0, end: 4, line: n + 1, column: 1, endLine: n + 1, endColumn: 5 },
  ...{ excerpt: 'curl | sh', answer: null, others: [], isNew: false },
  ...more,
});
const many = Array.from({ length: 10_000 }, (_, n) => finding(n));

function open(findings: readonly AnsweredFinding[], at = 0) {
  const onChoose = vi.fn();
  const onOpen = vi.fn();
  const { user } = drawn(
    <FindingList
      findings={findings}
      current={findings[at]}
      pathOf={(uri) => uri.slice('skill://a/'.length)}
      onChoose={onChoose}
      onOpen={onOpen}
    />,
  );
  return { onChoose, onOpen, user, list: screen.getByRole('listbox') };
}

beforeEach(() => {
  // Rows are drawn as far as a window shows them, and this one has no size of its own.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400);
});
afterEach(() => vi.restoreAllMocks());

describe('ten thousand findings', () => {
  it('are a list of the visible ones, each with its position among all', () => {
    const { list } = open(many);
    const rows = within(list).getAllByRole('option');
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThan(60);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('10000');
    expect(rows[0]?.getAttribute('aria-posinset')).toBe('1');
  });

  it.each([
    ['{ArrowDown}', 1],
    ['{End}', 9_999],
    ['{PageDown}', 8],
    ['{Home}', 0],
  ] as const)('are navigated by key: %s', async (key, index) => {
    const { user, list, onChoose } = open(many);
    list.focus();
    await user.keyboard(key);
    expect(onChoose).toHaveBeenCalledExactlyOnceWith(many[index]);
  });

  it('leave combinations with Ctrl to the browser', async () => {
    const { user, list, onChoose } = open(many);
    list.focus();
    await user.keyboard('{Control>}{End}{/Control}');
    expect(onChoose).not.toHaveBeenCalled();
  });

  it('open the chosen one with Enter', async () => {
    const { user, list, onOpen } = open(many, 3);
    list.focus();
    await user.keyboard('{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(many[3]);
  });
});

describe('text from a server', () => {
  it('stays text, whatever markup it looks like', () => {
    const uri = 'skill://a/<img src=x onerror=alert(1)>.sh';
    const { list } = open([finding(1, { uri })]);
    expect(list.querySelector('img')).toBeNull();
    expect(list.textContent).toContain('<img src=x onerror=alert(1)>.sh');
  });
});

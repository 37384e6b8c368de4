// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawn } from '../../store/testing/drawn.tsx';
import { BodyText, marksOf } from './BodyText.tsx';

it('shows a line that no editor could lay out in parts, down to its last character', async () => {
  const text = `${'x'.repeat(450_000)}end`;
  const { user } = drawn(<BodyText label="Response" text={text} marked="" />);
  const shown = () => screen.getByLabelText('Response').textContent;
  expect(shown()).toHaveLength(200_000);
  expect(screen.getByText(/^200,000 of 450,003 characters/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show 200,000 more' }));
  await user.click(screen.getByRole('button', { name: 'Show 50,003 more' }));
  expect(shown()).toBe(text);
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows a long text of lines in full', () => {
  const text = Array.from({ length: 30_000 }, (_, at) => `line ${at}`).join('\n');
  drawn(<BodyText label="Response" text={text} marked="" />);
  expect(screen.getByLabelText('Response').textContent).toContain('line 29999');
  expect(screen.queryByRole('button')).toBeNull();
});

it('marks the first 500 matches by line', () => {
  expect(marksOf('a\n  Needle\nb needle', 'needle')).toEqual([
    { line: 2, column: 3, endLine: 2, endColumn: 9, tone: 'warn' },
    { line: 3, column: 3, endLine: 3, endColumn: 9, tone: 'warn' },
  ]);
  expect(marksOf('x\n'.repeat(2_000), 'x')).toHaveLength(500);
  expect(marksOf('x', '')).toEqual([]);
});

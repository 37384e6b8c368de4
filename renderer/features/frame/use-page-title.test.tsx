// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawn, holding } from '../../store/testing/drawn.tsx';
import { aSkill } from '../../store/testing/fixtures.ts';
import { usePageTitle } from './use-page-title.ts';

function Page() {
  usePageTitle();
  return null;
}

it('names the skill on screen, cut and with hidden characters written out', () => {
  const row = aSkill('acme', 'pay', { name: `pay\u202E${'x'.repeat(200)}` });
  const { app } = drawn(<Page />, holding([row]));
  expect(document.title).toBe('Skillgate');
  act(() => app.store.setState({ selection: { kind: 'skill', server: 'acme', uri: row.uri } }));
  expect(document.title).toMatch(/^pay\\u\{202E\}x+… · acme · Skillgate$/);
  expect(document.title.length).toBeLessThan(120);
  act(() => app.store.setState({ selection: { kind: 'review', at: row } }));
  expect(document.title).toMatch(/ · Review · Skillgate$/);
});

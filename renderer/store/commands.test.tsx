// @vitest-environment happy-dom
import { type ReactNode, useLayoutEffect } from 'react';
import { expect, it } from 'vitest';
import { useAppState, useCommands } from './context.ts';
import type { PaletteCommand } from './state.ts';
import { drawn } from './testing/drawn.tsx';

const commands: PaletteCommand[] = [{ id: 'x', title: 'X', group: 'App', key: 'x', run: () => {} }];
const Part = () => {
  useCommands(commands);
  return <h1>Here</h1>;
};

it('commands are ready as soon as their component is on screen', () => {
  let onScreen: readonly string[] = [];
  const Page = ({ children }: { children: ReactNode }) => {
    const getState = useAppState();
    useLayoutEffect(() => {
      onScreen = getState().commands.map(({ id }) => id);
    });
    return children;
  };
  drawn(
    <Page>
      <Part />
    </Page>,
    {},
  );
  expect(onScreen).toEqual(['x']);
});

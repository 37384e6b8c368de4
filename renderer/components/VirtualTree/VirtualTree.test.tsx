// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listed } from './tree-rows.ts';
import { VirtualTree } from './VirtualTree.tsx';

const rows = ['alpha', 'beta'].map((text, index) => ({
  ...{ id: text, level: 1, setSize: 2, posInSet: index + 1, expanded: undefined, text },
}));
const nothing = (): void => {};

function draw(): { readonly tree: HTMLElement; readonly command: ReturnType<typeof vi.fn> } {
  const command = vi.fn();
  window.addEventListener('keydown', command, { signal: ended.signal });
  render(
    <VirtualTree
      rows={listed(rows)}
      label="Skills"
      render={({ id }) => id}
      current="beta"
      picked={new Set()}
      onOpen={nothing}
      onToggle={nothing}
      onPick={nothing}
      isCommand={(letter) => letter === 'a'}
    />,
  );
  return { tree: screen.getByRole('tree'), command };
}

/** Milliseconds since the page began, as a browser stamps its events. */
const press = (tree: HTMLElement, key: string, at: number): void =>
  act(() => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    tree.dispatchEvent(event);
  });

let ended = new AbortController();
afterEach(() => {
  cleanup();
  ended.abort();
  ended = new AbortController();
});

describe('a letter in the tree', () => {
  it('runs its command from the moment the page appears', () => {
    const { tree, command } = draw();
    press(tree, 'a', 300);
    expect(command).toHaveBeenCalledTimes(1);
  });

  it('continues a search being typed, and is a command again after a pause', () => {
    const { tree, command } = draw();
    press(tree, 'b', 300);
    press(tree, 'a', 900);
    expect(command).not.toHaveBeenCalled();
    press(tree, 'a', 1_700);
    expect(command).toHaveBeenCalledTimes(1);
  });
});

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

describe('arrow keys in a tree that opens what they rest on', () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...{ id: `row ${index}`, level: 1, setSize: 12, posInSet: index + 1 },
    ...{ expanded: undefined, text: '' },
  }));
  const walk = (picked: readonly string[] = [], onLetter?: () => boolean) => {
    const rested = vi.fn();
    const opened = vi.fn();
    vi.useFakeTimers();
    render(
      <VirtualTree
        rows={listed(many)}
        label="Skills"
        render={({ id }) => id}
        current="row 0"
        picked={new Set(picked)}
        onOpen={({ id }) => opened(id)}
        onRest={({ id }) => rested(id)}
        onToggle={nothing}
        onPick={nothing}
        {...(onLetter === undefined ? {} : { onLetter })}
      />,
    );
    return { tree: screen.getByRole('tree'), rested, opened };
  };
  afterEach(() => vi.useRealTimers());

  it('open one row after a walk past ten', () => {
    const { tree, rested } = walk();
    for (let step = 0; step < 10; step += 1) {
      press(tree, 'ArrowDown', step * 100);
      vi.advanceTimersByTime(100);
    }
    expect(rested).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60);
    expect(rested.mock.calls).toEqual([['row 10']]);
  });
  it('open nothing once another key, a click or leaving the tree has come between', () => {
    const { tree, rested, opened } = walk();
    press(tree, 'ArrowDown', 0);
    press(tree, 'Enter', 50);
    vi.advanceTimersByTime(500);
    expect(opened.mock.calls).toEqual([['row 1']]);
    press(tree, 'ArrowDown', 1000);
    act(() => void tree.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    vi.advanceTimersByTime(500);
    expect(rested).not.toHaveBeenCalled();
  });
  it('leave a selection of several rows alone', () => {
    const { tree, rested } = walk(['row 3']);
    press(tree, 'ArrowDown', 0);
    vi.advanceTimersByTime(500);
    expect(rested).not.toHaveBeenCalled();
  });
  it('keep a letter from its command, and never jump, if the tree says so', () => {
    const heard = vi.fn();
    window.addEventListener('keydown', heard, { signal: ended.signal });
    const answers = [false, true];
    const { tree } = walk([], () => answers.shift() ?? false);
    press(tree, 'd', 0);
    expect(heard).not.toHaveBeenCalled();
    press(tree, 'd', 10);
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

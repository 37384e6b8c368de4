import { expect, it, vi } from 'vitest';
import { createPublisher } from './publisher.ts';

it('an event reaches every window, and fails nothing, where one of them is going away', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const publisher = createPublisher();
  const heard: number[] = [];
  publisher.subscribe(() => {
    throw new Error('Object has been destroyed');
  });
  publisher.subscribe(({ seq }) => heard.push(seq));
  publisher.publish({ type: 'policy', policy: { status: 'none' } });
  expect(heard).toEqual([1]);
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

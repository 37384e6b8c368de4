// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { onDemand } from './on-demand.tsx';

const Hello = ({ name }: { name: string }) => <p>Hello, {name}</p>;

it('loads its code when it’s first shown, and then shows the newest properties', async () => {
  let arrive: (found: typeof Hello) => void = () => undefined;
  const get = vi.fn(() => new Promise<typeof Hello>((resolve) => (arrive = resolve)));
  const Late = onDemand(get);
  expect(get).not.toHaveBeenCalled();
  const { rerender } = render(<Late name="Ada" />);
  expect(screen.queryByText(/Hello/)).toBeNull();
  rerender(<Late name="Grace" />);
  arrive(Hello);
  expect(await screen.findByText('Hello, Grace')).toBeTruthy();
  expect(get).toHaveBeenCalledOnce();
});

it('keeps what’s on screen when what’s around it is drawn again', async () => {
  const Field = ({ name }: { name: string }) => <input aria-label={name} />;
  const Late = onDemand(async () => Field);
  const { rerender } = render(<Late name="a" />);
  const field = await screen.findByRole('textbox');
  rerender(<Late name="b" />);
  expect(screen.getByRole('textbox')).toBe(field);
});

it('shows at once what was loaded before', async () => {
  const Early = onDemand(async () => Hello);
  await Early.load();
  render(<Early name="Ada" />);
  expect(screen.getByText('Hello, Ada')).toBeTruthy();
});

it('says so if the code can’t be loaded, and tries again when it’s shown again', async () => {
  const get = vi.fn<() => Promise<typeof Hello>>();
  get.mockRejectedValueOnce(new Error('gone')).mockResolvedValue(Hello);
  const Flaky = onDemand(get);
  const { unmount } = render(<Flaky name="Ada" />);
  expect((await screen.findByRole('alert')).textContent).toContain('couldn’t be loaded');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  unmount();
  render(<Flaky name="Ada" />);
  expect(await screen.findByText('Hello, Ada')).toBeTruthy();
});

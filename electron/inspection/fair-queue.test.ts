import { expect, it } from 'vitest';
import { FairQueue } from './pool.ts';

it('whose jobs have taken least is next, each server in its order', () => {
  const turns = new FairQueue<string>();
  for (const job of ['evil 1', 'evil 2', 'good 1', 'good 2']) turns.add(job.slice(0, 4), job);
  expect(turns.take()).toBe('evil 1');
  turns.took('evil', 5_000);
  expect(turns.take()).toBe('good 1');
  turns.took('good', 10);
  expect([turns.take(), turns.take(), turns.take()]).toEqual(['good 2', 'evil 2', undefined]);
});

it('a server that was away gets no turns for that time', () => {
  const turns = new FairQueue<string>();
  for (let job = 0; job < 10; job += 1) {
    turns.add('good', 'good');
    turns.take();
    turns.took('good', 1_000);
  }
  turns.add('good', 'good');
  for (const job of ['evil 1', 'evil 2', 'evil 3']) turns.add('evil', job);
  expect(turns.take()).toBe('evil 1');
  turns.took('evil', 5_000);
  expect(turns.take()).toBe('good');
});

it('gives up all that wait at once', () => {
  const turns = new FairQueue<string>();
  for (const job of ['a', 'b']) turns.add(job, job);
  expect(turns.takeAll()).toEqual(['a', 'b']);
  expect(turns.take()).toBeUndefined();
});

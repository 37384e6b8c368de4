import { describe, expect, it } from 'vitest';
import { OwnFiles, type PathChange } from './server-files.ts';

const at = (path: string, afterMs: number, isThroughout = false): PathChange => ({
  ...{ path, afterMs, isThroughout },
});

/** What is found in rounds in each of which these changed, and nothing new was found. */
const foundIn = (own: OwnFiles, rounds: readonly (readonly PathChange[])[]): string[][] =>
  rounds.map((changes) => own.learn(changes, true));

describe('a file the server writes', () => {
  it("is a log that changes in two rounds, whenever it's written afterwards", () => {
    const own = new OwnFiles(['/s/server.mjs']);
    expect(foundIn(own, [[at('/s/a.log', 4_000)], [at('/s/a.log', 9_000)]])).toEqual([
      [],
      ['/s/a.log'],
    ]);
    expect(own.has(at('/s/a.log', 60_000))).toBe(true);
    expect(own.has(at('/s/server.mjs', 4_000))).toBe(false);
  });

  it('is a file that changes in three rounds at the same time after the start, around that time', () => {
    const own = new OwnFiles(['/s/state.json']);
    const rounds = [5_000, 5_600, 4_900].map((ms) => [at('/s/state.json', ms)]);
    expect(foundIn(own, rounds)).toEqual([[], [], ['/s/state.json']]);
    expect(own.has(at('/s/state.json', 5_300))).toBe(true);
    expect(own.has(at('/s/state.json', 30_000))).toBe(false);
  });

  it('is a file with a new name each time, but no other file in its folder', () => {
    const own = new OwnFiles(['/s/notes.md']);
    const rounds = ['one', 'two', 'three'].map((name) => [at(`/s/logs/${name}`, 5_000)]);
    expect(foundIn(own, rounds).at(-1)).toEqual(['/s/logs/three']);
    expect(own.has(at('/s/logs/four', 5_000))).toBe(true);
    expect(own.has(at('/s/logs/four.md', 5_000))).toBe(false);
    expect(own.has(at('/s/four', 5_000))).toBe(false);
  });

  it('is ignored at any time if written at two times, or during and after each run', () => {
    const own = new OwnFiles(['/s/state.json']);
    for (const ms of [10_000, 20_000])
      foundIn(
        own,
        [0, 1, 2].map(() => [at('/s/state.json', ms)]),
      );
    expect(own.has(at('/s/state.json', 77_000))).toBe(true);
    const other = new OwnFiles(['/s/beat.json']);
    foundIn(
      other,
      [1, 2, 3].map((ms) => [at('/s/beat.json', ms * 7_000, true)]),
    );
    expect(other.has(at('/s/beat.json', 77_000))).toBe(true);
  });

  it('is found in the end if written at varying times, up to the latest one', () => {
    const own = new OwnFiles([]);
    const times = [4_000, 9_000, 30_000, 7_000, 12_000, 5_000];
    const found = foundIn(
      own,
      times.map((ms) => [at('/s/x', ms)]),
    );
    expect(found.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 1]);
    expect([own.has(at('/s/x', 29_000)), own.has(at('/s/x', 40_000))]).toEqual([true, false]);
  });
});

describe('a file a person writes', () => {
  it('is a source file saved repeatedly at irregular times', () => {
    const own = new OwnFiles(['/s/server.mjs']);
    const rounds = [4_000, 9_000, 30_000, 5_000].map((ms) => [at('/s/server.mjs', ms)]);
    expect(foundIn(own, rounds).flat()).toEqual([]);
  });

  it.each(['/s/server.mjs', '/s/skills/notes/SKILL.md', '/s/skills/notes/more/a.md'])(
    'is %s, saved again and again with nothing wrong',
    (path) => {
      const own = new OwnFiles(['/s/server.mjs', '/s/skills/notes/SKILL.md', path]);
      const times = [4_200, 5_000, 4_500, 6_900, 5_100, 4_800, 4_300, 5_600];
      expect(
        foundIn(
          own,
          times.map((ms) => [at(path, ms)]),
        ).flat(),
      ).toEqual([]);
      // A server that does write it, by its own clock, doesn't start every run again forever.
      const late = [5_010, 5_020, 5_000, 5_100, 5_050, 5_030].map((ms) => [at(path, ms)]);
      expect(foundIn(own, late).at(-1)).toEqual([path]);
    },
  );

  it('is a file whose change changes the report', () => {
    const own = new OwnFiles(['/s/server.mjs']);
    const learnt = [0, 1, 2, 3, 4].map((round) =>
      own.learn([at('/s/server.mjs', 5_000)], round % 2 === 0),
    );
    expect(learnt.flat()).toEqual([]);
  });

  it('is a file that changes only in some rounds', () => {
    const own = new OwnFiles(['/s/a.md', '/s/b.md']);
    const names = ['a', 'a', 'b', 'a', 'a', 'b'];
    const rounds = names.map((name) => [at(`/s/${name}.md`, 5_000)]);
    expect(foundIn(own, rounds).flat()).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../policy/message.ts';
import { ListingPages } from './skills.ts';

const skills = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({ uri: `skill://s-${index}/SKILL.md` }));

describe('pages of a listing', () => {
  it('are one without a cursor for up to 250 entries', () => {
    for (const count of [0, 1, 250]) {
      const page = new ListingPages().first(skills(count), 'a');
      expect(page).toEqual({ entries: skills(count), next: null });
    }
  });

  it('give every entry once and in order, for any number', () => {
    for (const count of [251, 500, 501, 2_500]) {
      const pages = new ListingPages();
      const all: JsonObject[] = [];
      let page = pages.first(skills(count), 'a');
      all.push(...page.entries);
      while (page.next !== null) {
        const following = pages.at(page.next, 'a');
        if (following === null) throw new Error(`no page ${page.next}`);
        page = following;
        all.push(...page.entries);
      }
      expect(all).toEqual(skills(count));
    }
  });

  it('are of the listing that the cursor names, and can be asked for again', () => {
    const pages = new ListingPages();
    const older = pages.first(skills(300), 'a').next ?? '';
    const newer = pages.first(skills(300).toReversed(), 'a').next ?? '';
    expect(pages.at(older, 'a')?.entries).toEqual(skills(300).slice(250));
    expect(pages.at(newer, 'a')?.entries).toEqual(skills(300).toReversed().slice(250));
    expect(pages.at(older, 'a')?.entries).toEqual(skills(300).slice(250));
  });

  it('end with what they say: once anything has changed, and for good', () => {
    const pages = new ListingPages();
    const cursor = pages.first(skills(300), 'a').next ?? '';
    expect(pages.at(cursor, 'b')).toBeNull();
    expect(pages.at(cursor, 'a')).toBeNull();
  });

  it('are kept of four listings', () => {
    const pages = new ListingPages();
    const cursors = Array.from({ length: 5 }, () => pages.first(skills(300), 'a').next ?? '');
    expect(cursors.map((cursor) => pages.at(cursor, 'a') !== null)).toEqual([
      false,
      ...[true, true, true, true],
    ]);
  });

  it('are under no cursor that a host makes up', () => {
    const pages = new ListingPages();
    const cursor = pages.first(skills(600), 'a').next ?? '';
    const [id = ''] = cursor.split('.');
    const made = [
      ...['', '.', id, `${id}.`, `${id}.0`, `${id}.1`, `${id}.249`, `${id}.251`, `${id}.750`],
      ...[
        `${id}.-250`,
        `${id}.250.250`,
        `${id}. 250`,
        `${id}.0xfa`,
        `${id}.2.5e2`,
        '__proto__.250',
      ],
      ...[`${'0'.repeat(24)}.250`, `${id.slice(1)}.250`, `${id}.99999999999`],
    ];
    for (const one of made) expect(pages.at(one, 'a'), one).toBeNull();
    expect(pages.at(`${id}.500`, 'a')?.entries).toHaveLength(100);
  });
});

import { describe, expect, it } from 'vitest';
import { withoutWithheld } from './instructions.ts';

const isWithheld = (uri: string): boolean => uri.includes('bad');
const good = 'skill://good/SKILL.md';
const bad = 'skill://bad/SKILL.md';

describe('instructions that name withheld skills', () => {
  it.each([
    [`Use ${good} and ${bad}.`, `Use ${good}.`],
    [`Use ${good} and ${bad}`, `Use ${good}`],
    [`Use ${bad} and ${good}.`, `Use ${good}.`],
    [`See ${good}, <${bad}>, (\`${bad}\`) or ${bad}!`, `See ${good}!`],
    [`See ${bad}, ${bad}, and ${good}.`, `See ${good}.`],
    [`Use ${bad} for deploys, ${good} for refunds.`, `Use for deploys, ${good} for refunds.`],
    [`${bad}`, ''],
    [
      `One isn’t in the list: ${bad}. Open it by its URI.`,
      'One isn’t in the list. Open it by its URI.',
    ],
    [`More: ${bad}\nSee ${good}.`, `More\nSee ${good}.`],
    [
      `Skills:\n- ${bad}: deploys\n* **${bad}** refunds\n2. \`${good}\`: more\n`,
      `Skills:\n2. \`${good}\`: more`,
    ],
  ])('%j become %j', (before, after) => {
    expect(withoutWithheld(before, isWithheld).text).toBe(after);
  });

  it('don’t come together to another address by what goes', () => {
    const nested = `skill://b<${bad}>ad/SKILL.md`;
    expect(withoutWithheld(`Use ${nested}.`, isWithheld).text).toBe('Use.');
    let deep = bad;
    for (let at = 0; at < 20; at += 1) deep = `skill://b<${deep}>ad/SKILL.md`;
    expect(withoutWithheld(deep, isWithheld).text).not.toContain('bad');
  });

  it('name none of them afterwards, whatever a server writes around them', () => {
    const pieces = [
      bad,
      good,
      'skill://b',
      'ad',
      '/SKILL.md',
      ' ',
      '\n',
      ', ',
      ' and ',
      ...'<>()[]`"*-.1',
    ];
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let round = 0; round < 3_000; round += 1) {
      const text = Array.from({ length: next(30) }, () => pieces[next(pieces.length)]).join('');
      const left =
        withoutWithheld(text, isWithheld).text.match(/[a-z]+:\/\/?[^\s<>"'`()[\]{}]+/gi) ?? [];
      expect(left.filter(isWithheld), JSON.stringify(text)).toEqual([]);
    }
  });

  it('are read once, however long their words are', () => {
    for (const text of [
      'a'.repeat(1_000_000),
      'a.'.repeat(500_000),
      `x:/${'.'.repeat(1_000_000)}x`,
    ])
      expect(withoutWithheld(`${text} ${bad}`, isWithheld)).toEqual({ text, removed: [bad] });
    const many = 'a://'.repeat(250_000);
    expect(withoutWithheld(many, isWithheld)).toEqual({ text: many, removed: [] });
  });

  it.each([
    ['1skill://bad/SKILL.md', 'skill://bad/SKILL.md'],
    ['(+-skill:/bad)', 'skill:/bad'],
    ['x://a:y://bad', 'x://a:y://bad'],
    ['://a b:///bad', 'b:///bad'],
    ['a:b://bad', 'b://bad'],
    ['SKILL://bad.', 'SKILL://bad'],
  ])('report of %j the address %j', (text, uri) => {
    expect(withoutWithheld(text, isWithheld).removed).toEqual([uri]);
  });

  it.each(['://bad', '1://bad', 'a: //bad', 'a:/ bad', 'a:/', 'a:', '-+.:/bad'])(
    'report no address of %j',
    (text) => {
      expect(withoutWithheld(text, isWithheld)).toEqual({ text, removed: [] });
    },
  );

  it('report each address that went', () => {
    expect(withoutWithheld(`${bad}x and ${bad}`, isWithheld).removed).toEqual([`${bad}x`, bad]);
  });

  it('stay as they are, to the last space, when they name none', () => {
    const text = ` Use ${good} ,  and\r\n\n bad words `;
    expect(withoutWithheld(text, isWithheld)).toEqual({ text, removed: [] });
  });
});

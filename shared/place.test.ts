import { describe, expect, it } from 'vitest';
import {
  addressOf,
  placeAt,
  type AppLocation,
  type PageSelection,
  type SkillTab,
} from './place.ts';

const page = (selection: PageSelection): AppLocation => ({ selection, tab: null, file: null });
const pages: readonly PageSelection[] = [
  { kind: 'home' },
  { kind: 'add-server', tab: 'form' },
  { kind: 'add-server', tab: 'paste' },
  { kind: 'add-server', tab: 'import' },
  { kind: 'review', at: null },
  { kind: 'audit', server: null },
  { kind: 'hosts' },
  { kind: 'review', at: null, filter: 'requested' },
  { kind: 'protocol', about: null },
  { kind: 'protocol', about: { server: 'acme', uri: null } },
  { kind: 'protocol', about: { server: 'acme', uri: 'skill://a/SKILL.md' } },
];

/** Numbers below `below` that look random and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
const bits = [
  ...[
    '/',
    '//',
    '#',
    '?',
    '%',
    '%2F',
    '%u',
    '%uD800',
    '&',
    '=',
    '+',
    ' ',
    '.',
    '..',
    '\\',
    '"',
    '<',
  ],
  ...['\ud800', '\udc00', '\u{1f600}', '\u202e', '\0', '\r', '\t', '\u2028', 'ü', 'e\u0301', '㍿'],
  ...['acme', 'skill://', 'SKILL.md', 'queue', 'ticket=x', 'skill', '__proto__', 'javascript:'],
];

describe('the address of a place', () => {
  it('is readable where names are', () => {
    const at = { kind: 'skill', server: 'acme', uri: 'skill://a/SKILL.md' } as const;
    expect(addressOf(page({ kind: 'server', server: 'acme' }))).toBe('/acme');
    expect(placeAt('/acme/details')).toEqual({
      ok: true,
      value: page({ kind: 'server', server: 'acme', tab: 'details' }),
    });
    expect(addressOf({ selection: at, tab: 'source', file: 'skill://a/x.md' })).toBe(
      '/acme/skill/skill%3A%2F%2Fa%2FSKILL.md/source/skill%3A%2F%2Fa%2Fx.md',
    );
  });

  it('of an earlier page leads to the queue with the right filter', () => {
    const filters = { 'asked-for': 'requested', many: 'selected' } as const;
    for (const [address, filter] of Object.entries(filters))
      expect(placeAt(address)).toEqual({
        ok: true,
        value: page({ kind: 'review', at: null, filter }),
      });
  });

  it('restores exactly the same page of the app', () => {
    for (const selection of pages)
      expect(placeAt(addressOf(page(selection)))).toEqual({ ok: true, value: page(selection) });
  });

  it('restores exactly the same place, whatever the names of server, skill and file', () => {
    const random = numbers(11);
    const text = (): string =>
      Array.from({ length: random(6) }, () => bits[random(bits.length)] ?? '').join('');
    const tabs: readonly (SkillTab | null)[] = [null, 'preview', 'source', 'files', 'history'];
    for (let round = 0; round < 5_000; round += 1) {
      const [server, uri, key] = [text(), text(), `${random(9)}\n${text()}`];
      const inSkill = { tab: tabs[random(5)] ?? null, file: random(2) === 0 ? null : text() };
      const places: readonly AppLocation[] = [
        page({ kind: 'server', server }),
        page({ kind: 'server', server, tab: 'authors' }),
        page({ kind: 'edit-server', server }),
        page({ kind: 'audit', server }),
        page({ kind: 'refused', server, key }),
        { selection: { kind: 'skill', server, uri }, ...inSkill },
        { selection: { kind: 'review', at: { server, uri } }, ...inSkill },
        { selection: { kind: 'review', at: { server, uri }, filter: 'new', server }, ...inSkill },
        page({ kind: 'review', at: null, server }),
      ];
      for (const place of places) {
        const address = addressOf(place);
        // What a browser makes of it in the address bar.
        const seen = new URL(`http://127.0.0.1/#${address}`).hash.slice(1);
        expect(seen).toBe(address);
        expect(placeAt(seen), address).toEqual({ ok: true, value: place });
      }
    }
  });

  it('is refused, and nothing thrown, when it is none', () => {
    const none = [
      ...['nowhere', 'ticket=abc', '//', '/acme/', '/acme/no-such-page', '/acme/skill'],
      ...['/acme/skill/', '/acme/skill/u/no-such-tab', '/acme/skill/u/preview/f/more'],
      ...['/%', '/%ff', '/acme/skill/%C0%80', '/acme/skill/u/preview/%', '/%uD8', 'queue/acme'],
      ...[
        'add',
        'add/all',
        'hosts/x',
        'audit/a/b',
        'queue//u',
        'queue-all',
        'queue@',
        'queue@a%0Ab',
        'queued',
        'constructor',
        '__proto__',
        'toString',
        `/${'a'.repeat(300_000)}`,
      ],
    ];
    for (const address of none)
      expect(placeAt(address), address.slice(0, 40)).toEqual({ ok: false, error: 'malformed' });
  });

  it('cannot put a line break into a label or a URI, which would name a skill of another server', () => {
    expect(placeAt('/acme%0Adocs/skill/u').ok).toBe(false);
    expect(placeAt('/acme/skill/skill%3A%2F%2Fa%0Ab').ok).toBe(false);
    expect(placeAt('queue/a%0Ab/u').ok).toBe(false);
  });

  it('never throws, and stays where it is once it was read', () => {
    const random = numbers(29);
    const signs = [
      '/',
      '%',
      '%u',
      'D800',
      '2F',
      'skill',
      'queue',
      'audit',
      'a',
      '\ud800',
      '#',
      '0A',
    ];
    for (let round = 0; round < 20_000; round += 1) {
      const address = Array.from({ length: random(9) }, () => signs[random(signs.length)]).join('');
      const place = placeAt(address);
      if (place.ok) expect(placeAt(addressOf(place.value)), address).toEqual(place);
    }
  });
});

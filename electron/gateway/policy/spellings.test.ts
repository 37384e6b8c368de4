import { describe, expect, it } from 'vitest';
import { shelfOf } from './served-skill.ts';

/** A skill of a scheme that says nothing of skills, so that only its place can withhold it. */
const shelf = shelfOf({
  approved: [],
  skills: [
    'acme://kit/veil/SKILL.md',
    'file:///srv/lib/veil/SKILL.md',
    'https://kit.example/lib/veil/SKILL.md',
    'https://m\u00fcnchen.example/my veil/SKILL.md',
  ],
  digests: [],
});

const withheld: readonly (readonly [what: string, uri: string])[] = [
  ['itself', 'acme://kit/veil/guide.md'],
  ['another case', 'ACME://KIT/Veil/Guide.md'],
  ['an escape', 'acme://kit/v%65il/guide.md'],
  ['an escape of an escape', 'acme://kit/v%2565il/guide.md'],
  ['an escape in letters of full width', 'acme://kit/veil%\uff12Fguide.md'],
  ['an escape with something invisible inside', 'acme://kit/veil%2\u200bFguide.md'],
  ['more escapes than anyone takes apart', `acme://kit/v%${'25'.repeat(40)}65il/guide.md`],
  ['a way up', 'acme://kit/other/../veil/guide.md'],
  ['an escaped way up', 'acme://kit/other/%2e%2e/veil/guide.md'],
  ['a way up after a query', 'acme://kit/other?/../veil/guide.md'],
  ['a way up after an escaped query', 'acme://kit/other%3F/../veil/guide.md'],
  ['a way up after an escaped fragment', 'acme://kit/other%23/../veil/guide.md'],
  ['a query', 'acme://kit/veil?guide.md'],
  ['backslashes', 'acme:\\\\kit\\veil\\guide.md'],
  ['another scheme', 'other://kit/veil/guide.md'],
  ['a port', 'https://kit.example:443/lib/veil/guide.md'],
  ['a port that is left out', 'https://kit.example:/lib/veil/guide.md'],
  ['somebody’s name', 'https://somebody:else@kit.example/lib/veil/guide.md'],
  ['a dot after the host', 'https://kit.example./lib/veil/guide.md'],
  ['another full stop', 'https://kit\u3002example/lib/veil/guide.md'],
  ['letters of Punycode', 'https://xn--mnchen-3ya.example/my veil/guide.md'],
  ['a plus for a space', 'https://m\u00fcnchen.example/my+veil/guide.md'],
  ['a way up past the host', 'https://kit.example/../lib/veil/guide.md'],
  ['no slashes before the host', 'https:kit.example:443/lib/veil/guide.md'],
  ['parameters of a segment', 'https://kit.example/lib/veil;a=1/guide.md'],
  ['parameters of a way up', 'https://kit.example/lib/other/..;a=1/veil/guide.md'],
  ['this machine as the host of a file', 'file://localhost/srv/lib/veil/guide.md'],
  ['no host of a file', 'file:/srv/lib/veil/guide.md'],
  ['dots after a segment', 'file:///srv/lib/veil./guide.md'],
  ['a stream of a file', 'file:///srv/lib/veil::$INDEX_ALLOCATION/guide.md'],
];

describe('an address', () => {
  it.each(withheld)('by %s is withheld with the skill that it leads to', (_, uri) => {
    expect(shelf.whereabouts(uri).kind).toBe('withheld');
  });

  it.each([
    'acme://kit/veils/guide.md',
    'acme://kit/other',
    'docs://handbook?veil',
    'file://localhost/srv/lib/other',
    'https://kit.example:443/lib',
  ])('of something else is the server’s: %s', (uri) => {
    expect(shelf.whereabouts(uri).kind).toBe('other');
  });
});

import { describe, expect, it } from 'vitest';
import { addressOfLink, isLink, linkTo } from './link.ts';
import { nowhere, placeAt } from './place.ts';

describe('a link of another program', () => {
  it('leads to what is there to be looked at', () => {
    for (const address of ['/', '/acme', '/acme/skill/u/source/f', 'queue-new', 'audit', 'hosts'])
      expect(addressOfLink(linkTo(address))).toBe(address);
    // As some desktops write it.
    expect(addressOfLink('SKILLGATE://open/#/acme')).toBe('/acme');
  });

  it('never leads to a form, nor anywhere that is no place', () => {
    const bad = [
      ...['add/form', 'add/import', '/acme/edit', '/acme/skill', 'ticket=abc', '%', 'many'].map(
        linkTo,
      ),
      linkTo('queue-selected'),
      ...['skillgate://approve#/acme', 'skillgate:', 'skillgate://open', 'skillgate://open?#/acme'],
      ...['https://open#/acme', 'skillgate://open#/acme\n--config=x', 'javascript:alert(1)'],
      linkTo(`/${'a'.repeat(70_000)}`),
    ];
    for (const link of bad) expect(addressOfLink(link), link.slice(0, 60)).toBe(nowhere);
    expect(placeAt(nowhere).ok).toBe(false);
  });

  it('is told from other arguments by its scheme', () => {
    expect(['skillgate://open#/a', 'Skillgate:x'].every(isLink)).toBe(true);
    expect(['--config', './skillgate', 'skillgate', 'https://skillgate:x'].some(isLink)).toBe(
      false,
    );
  });
});

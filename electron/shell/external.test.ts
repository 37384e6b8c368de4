import type { Dialog, Shell } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import { openExternal, openSignIn } from './links.ts';
import { dialog, double, resetDouble, shell } from './testing/electron-double.ts';

describe('opening an address outside the app', () => {
  beforeEach(resetDouble);
  const open = (address: string): Promise<boolean> =>
    openExternal(address, dialog as unknown as Dialog, shell as unknown as Shell);

  it.each([
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://host/share',
    'ms-msdt:/id',
    'skill://acme/SKILL.md',
    'https://bank.example@evil.example/',
    '',
    'example.com',
  ])('never even asks for %s', async (address) => {
    double.pressed = 1;
    expect(await open(address)).toBe(false);
    expect([double.messages, double.opened]).toEqual([[], []]);
  });

  it('opens https once the person has seen the whole address and said yes', async () => {
    double.pressed = 1;
    expect(await open('https://example.com/docs?a=1')).toBe(true);
    expect(double.messages[0]).toMatchObject({
      detail: 'https://example.com/docs?a=1',
      defaultId: 0,
      cancelId: 0,
    });
    expect(double.opened).toEqual(['https://example.com/docs?a=1']);
  });

  it('opens nothing when the person says no, which is the default', async () => {
    expect(await open('https://example.com/')).toBe(false);
    expect(double.opened).toEqual([]);
  });

  it('shows a look-alike host as what it is', async () => {
    await open('https://аpple.com/');
    expect(double.messages[0]?.detail).toBe('https://xn--pple-43d.com/');
  });
});

describe('opening where a person signs in', () => {
  const lent = 'http://127.0.0.1:21763/open/abc';
  const open = (address: string, opens: string): Promise<boolean> =>
    openSignIn({ address, opens }, shell as unknown as Shell);
  beforeEach(resetDouble);

  it('opens what stands for it, where every user of this machine can read what is opened', async () => {
    expect(await open('https://id.example/?state=s', lent)).toBe(true);
    expect(await open('https://id.example/?state=s', 'https://id.example/?state=s')).toBe(true);
    expect(double.opened).toEqual([lent, 'https://id.example/?state=s']);
  });

  it.each(['file:///etc/passwd', 'http://id.example/', 'https://a@id.example/', 'x'])(
    'opens nothing that would lead to %s',
    async (address) => {
      expect(await open(address, lent)).toBe(false);
      expect(double.opened).toEqual([]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { linkFault } from './inventory.ts';

const none = (): boolean => false;
const fault = (
  kind: 'symlink' | 'hardlink',
  target: string,
  path = 'a/b/link',
  isLink: (folded: readonly string[]) => boolean = none,
): string | null => {
  const wrong = linkFault({ name: path, kind, mode: 0o777, linkTarget: target }, path, isLink);
  if (wrong !== null)
    expect(wrong).toMatchObject({
      rule: 'link-outside',
      entry: path,
      expected: 'a target inside the archive',
      actual: target,
    });
  return wrong?.message ?? null;
};

describe('a link', () => {
  it.each(['x', '../x', '../../x', './x', 'c/../x', '..', '../..', 'a/', 'x//y'])(
    'may point to %j from two folders down',
    (target) => {
      expect(fault('symlink', target)).toBeNull();
    },
  );

  it('that is hard is relative to the root, wherever it is', () => {
    expect(fault('hardlink', 'a/../b')).toBeNull();
    expect(fault('hardlink', '../x')).toBe('A link leaves the root.');
    expect(fault('symlink', '../x', 'link')).toBe('A link leaves the root.');
    expect(fault('symlink', '../../../x')).toBe('A link leaves the root.');
  });

  it.each(['./..', 'd/..//..', 'd//../..', './/./../d'])(
    'at the root does not leave it through steps that stay in place: %j',
    (target) => {
      expect(fault('symlink', target, 'link')).toBe('A link leaves the root.');
      expect(fault('hardlink', target)).toBe('A link leaves the root.');
    },
  );

  it.each([
    ['', 'has no target'],
    ['x'.repeat(1_025), 'has a target that is too long'],
    ['a\\b', 'has a backslash or a control character in its target'],
    ['a\u0000b', 'has a backslash or a control character in its target'],
    ['a\u009fb', 'has a backslash or a control character in its target'],
    ['/etc/passwd', 'has an absolute target'],
    ['C:x', 'has an absolute target'],
    [`${'./'.repeat(64)}x`, 'has a target that is too deep'],
  ])('to %j is refused with a message', (target, why) => {
    expect(fault('symlink', target)).toBe(`A link ${why}.`);
    expect(fault('hardlink', target)).toBe(`A link ${why}.`);
  });

  it('may be as long and as deep as a path, with twice as many steps', () => {
    expect(fault('symlink', 'x'.repeat(1_024))).toBeNull();
    expect(fault('symlink', `${'./'.repeat(63)}x`)).toBeNull();
  });

  it('without a target is refused like one with an empty target', () => {
    expect(linkFault({ name: 'l', kind: 'symlink', mode: 0 }, 'l', none)).toMatchObject({
      message: 'A link has no target.',
      actual: '',
    });
  });

  it('may not go through another link, however its name is spelled, and a hard link may not lead to one', () => {
    const through = 'A link goes through another link.';
    const isD = (folded: readonly string[]): boolean => folded.join('/') === 'd';
    expect(fault('symlink', 'd/../x', 'link', isD)).toBe(through);
    expect(fault('symlink', 'D./x', 'link', isD)).toBe(through);
    expect(fault('symlink', 'd', 'link', isD)).toBeNull();
    expect(fault('hardlink', 'd', 'link', isD)).toBe(through);
    expect(fault('symlink', 'x', 'D/link', isD)).toBe(through);
    expect(fault('hardlink', 'x', 'D/link', isD)).toBeNull();
  });

  it('is the only kind of entry checked here', () => {
    const odd = { name: 'a', mode: 0, linkTarget: '/etc/passwd' };
    expect(linkFault({ ...odd, kind: 'file' }, 'a', none)).toBeNull();
    expect(linkFault({ ...odd, kind: 'folder' }, 'a', none)).toBeNull();
  });
});

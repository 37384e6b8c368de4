import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { fullParts, partsFor } from './lanes.mjs';
import { root } from './product.ts';

describe('the parts of the full run that a change requires', () => {
  it('are none for documents and tests, which the normal run covers', () => {
    expect(partsFor(['docs/gateway.md', 'README.md', 'electron/core/digest.test.ts'])).toEqual([]);
  });

  it.each([
    ['renderer/features/tree/Row.tsx', ['pictures']],
    ['electron/main.ts', ['electron', 'package']],
    ['electron/mcp/child.ts', ['gateway', 'real']],
    ['electron/gateway/session/skills.ts', ['gateway', 'real', 'hosts']],
    ['electron/core/hosts/host.ts', ['real', 'hosts']],
    ['e2e/hosts/list.mjs', ['hosts']],
    ['electron/core/digest.ts', ['real']],
    ['electron/core/findings/roles.ts', ['pictures', 'real']],
    ['electron/core/conformance/registry.ts', ['defects']],
    ['shared/host/index.ts', ['clients', 'real']],
    ['e2e/conformance/auth.mjs', ['gateway', 'clients', 'defects']],
  ])('for %s are those that use it', (path, parts) => {
    expect(partsFor([path])).toEqual(parts);
  });

  it('are all of them for a path that no row matches', () => {
    for (const path of ['package-lock.json', '.ci/run', 'build/test.mjs', 'something/new.ts'])
      expect(partsFor([path])).toEqual(fullParts);
  });

  it('add up over several paths, in the order of the run', () => {
    expect(partsFor(['e2e/real/list.mjs', 'e2e/package/installed.ts'])).toEqual([
      'package',
      'real',
    ]);
  });

  it('are defined for every source file of the repository', () => {
    const files = execFileSync('git', ['ls-files', 'electron', 'renderer', 'shared', 'e2e'], {
      cwd: root,
      encoding: 'utf8',
    });
    const undecided = files
      .split('\n')
      .filter((path) => path !== '' && partsFor([path]).length === fullParts.length);
    // What both shells and the command are composed of.
    expect(undecided.filter((path) => !/^electron\/[a-z-]+\.ts$/.test(path))).toEqual([]);
  });
});

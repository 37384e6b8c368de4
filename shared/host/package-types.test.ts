import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Manifest {
  readonly main: string;
  readonly types: string;
  readonly typesVersions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly exports: Readonly<
    Record<string, { readonly require: { readonly types: string; readonly default: string } }>
  >;
}

/** Compilers with `moduleResolution: node10` know no `exports`, and look in these fields. */
it('has the same types for compilers that know no exports', () => {
  const url = new URL('../../build/host-package/package.json', import.meta.url);
  const { main, types, typesVersions, exports } = JSON.parse(readFileSync(url, 'utf8')) as Manifest;
  expect({ types, default: main }).toEqual(exports['.']?.require);
  expect(typesVersions).toEqual({ '*': { node: [exports['./node']?.require.types] } });
});

import type { Component } from './components.mjs';
interface Named {
  readonly name: string;
  readonly version: string;
  readonly license: string | null;
}
export function billOfMaterials(
  product: Named,
  components: readonly Component[],
  runtimes: readonly Named[],
  builtAt: Date,
): string;

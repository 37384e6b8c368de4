import type { Component } from './components.mjs';
export function noticesOf(
  components: readonly Component[],
  product: { readonly name: string; readonly version: string },
): string;
export function withoutText(components: readonly Component[]): Component[];

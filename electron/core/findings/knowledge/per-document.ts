import type { RuleDocument } from '../document.ts';

/** Computes something once for each document, however many hits ask for it. */
export function perDocument<T>(make: (document: RuleDocument) => T): (document: RuleDocument) => T {
  const made = new WeakMap<RuleDocument, { readonly value: T }>();
  return (document) => {
    const known = made.get(document) ?? { value: make(document) };
    made.set(document, known);
    return known.value;
  };
}

export type FullPart = 'electron' | 'pictures' | 'package' | 'conformance' | 'real';
export const fullParts: readonly FullPart[];
export function partsFor(paths: readonly string[]): FullPart[];

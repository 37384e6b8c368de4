export type FullPart =
  | ('electron' | 'pictures' | 'package')
  | ('gateway' | 'clients' | 'defects' | 'real' | 'hosts');
export const fullParts: readonly FullPart[];
export const withOthers: readonly FullPart[];
export function partsFor(paths: readonly string[]): FullPart[];

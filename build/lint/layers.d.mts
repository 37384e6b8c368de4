export interface Layer {
  readonly name: string;
  readonly at: RegExp;
}
export const layers: readonly Layer[];
export function judgeImport(from: string, specifier: string): string | null;
export function isPure(file: string): boolean;

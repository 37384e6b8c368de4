export function quantile(values: readonly number[], share: number): number;
export function median(values: readonly number[]): number;
export function rounded(value: number): number;
export function against(
  value: number,
  atMost: number,
): { readonly value: number; readonly atMost: number; readonly met: boolean };

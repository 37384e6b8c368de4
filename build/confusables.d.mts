export const sourcePath: string;
export const tablePath: string;
export function readConfusables(source: string): ReadonlyMap<number, string>;
export function tableSource(data: ReadonlyMap<number, string>): string;
export function checkConfusables(source?: string): void;

export const doors: Readonly<Record<string, readonly string[]>>;
export const mostEntered: Readonly<Record<string, number>>;
export function entered(from: string, target: string): readonly string[];
export function judgeDoor(from: string, specifier: string): string | null;
export function isOfTests(file: string): boolean;

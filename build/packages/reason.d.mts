export class CannotMake extends Error {}
export function demandRoom(folder: string, needed?: number): void;
export function reasonOf(error: unknown, folder: string): string;

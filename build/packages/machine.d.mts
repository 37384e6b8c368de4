export function machineOf(path: string): string | null;
export function demandMachine(path: string, processor?: string): void;

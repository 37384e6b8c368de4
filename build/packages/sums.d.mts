export function writeSums(folder: string, names: readonly string[]): Promise<void>;

export function judgeTypeName(name: string): string | null;
export function judgeFileName(path: string): string | null;
export function judgeTopLevelName(name: string): string | null;

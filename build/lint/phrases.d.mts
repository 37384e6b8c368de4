export function judgePhrases(text: string): string | null;

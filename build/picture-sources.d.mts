export function isPictureSource(path: string): boolean;
export function digestOfPictureSources(): string | null;
export function keepPictureSources(digest: string | null): void;
export function describeOldPictures(): string | null;

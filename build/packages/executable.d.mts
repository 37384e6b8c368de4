export function makeExecutable(options: {
  readonly root: string;
  readonly script: string;
  readonly node?: string;
  readonly output: string;
  readonly version: string;
}): Promise<void>;

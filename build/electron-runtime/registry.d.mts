export function ensureTestRuntime(options?: {
  readonly at?: string;
  readonly integrity?: string;
}): Promise<{ readonly path?: string; readonly reason?: string }>;

import type { ServerConfig } from './servers.ts';

/** What an app sees of a server that it starts or contacts. */
export type ServerTrial =
  | {
      readonly outcome: 'ready';
      readonly tools: readonly string[];
      readonly prompts: readonly string[];
      /** How many it lists with `skills/list`; null if it doesn't declare the extension. */
      readonly skills: number | null;
    }
  | { readonly outcome: 'failed'; readonly reason: string };

/**
 * Connects as an app would, looks at what the server offers, and ends it; at once if `signal`
 * aborts.
 */
export type TrialRunner = (
  label: string,
  config: ServerConfig,
  signal: AbortSignal,
) => Promise<ServerTrial>;

import type { Result } from '../../shared/result.ts';

/** A configured server with its secrets. Never leaves the main side. */
export type ServerConfig =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd?: string;
      readonly env: Readonly<Record<string, string>>;
    }
  /** `well-known` is a site and no MCP server; it takes no headers. */
  | {
      readonly type: 'http' | 'sse' | 'well-known';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

export interface ConfiguredServer {
  readonly label: string;
  readonly source: 'stored' | 'session';
  readonly enabled: boolean;
  /** A bad entry is kept and shown with its problem; it cannot be connected to. */
  readonly config: Result<ServerConfig, string>;
}

import type { Result } from '../../shared/result.ts';

/** A configured server with its secrets. Never leaves the main side. */
export type ServerConfig = {
  /** How long it may take to start and answer, in seconds; where nobody said, `startSeconds.usual`. */
  readonly startTimeout?: number;
} & (
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd?: string;
      /** Where it starts for want of a `cwd`; absolute. No part of who the server is. */
      readonly startIn?: string;
      readonly env: Readonly<Record<string, string>>;
    }
  /** `well-known` is a site and no MCP server; it takes no headers. */
  | {
      readonly type: 'http' | 'sse' | 'well-known';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly oauth?: OAuthSettings;
    }
);

/** What the operator of an authorization server gave for signing in; no part of who a server is. */
export interface OAuthSettings {
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** Whom the client is for: another one that the server names is refused. */
  readonly issuer?: string;
  /** Where this program describes itself, for authorization servers that read such documents. */
  readonly clientMetadataUrl?: string;
  /** Instead of those that the server names. */
  readonly scopes?: readonly string[];
}

export const oauthOf = (config: ServerConfig): OAuthSettings =>
  config.type === 'stdio' ? {} : (config.oauth ?? {});

export interface ConfiguredServer {
  readonly label: string;
  readonly source: 'stored' | 'session';
  readonly enabled: boolean;
  /** A bad entry is kept and shown with its problem; it cannot be connected to. */
  readonly config: Result<ServerConfig, string>;
}

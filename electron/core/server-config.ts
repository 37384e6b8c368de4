import type { Result } from '../../shared/result.ts';

/** A configured server with its secrets. Never leaves the main process. */
export type ServerConfig = {
  /** The start timeout in seconds; `startSeconds.usual` if unset. */
  readonly startTimeout?: number;
} & (
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd?: string;
      /** Where it starts without a `cwd`; absolute. Not part of the server's identity. */
      readonly startIn?: string;
      readonly env: Readonly<Record<string, string>>;
    }
  /** `well-known` is a website instead of an MCP server; it takes no headers. */
  | {
      readonly type: 'http' | 'sse' | 'well-known';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly oauth?: OAuthSettings;
      /** Nobody wrote `http`: an address that refuses it may speak the older HTTP+SSE transport. */
      readonly isTypeImplied?: true;
    }
);

/** Sign-in settings from an authorization server's operator; not part of the server's identity. */
export interface OAuthSettings {
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The issuer that the client is for: any other that the server names is refused. */
  readonly issuer?: string;
  /** Where this program describes itself, for authorization servers that read such documents. */
  readonly clientMetadataUrl?: string;
  /** Replaces those that the server names. */
  readonly scopes?: readonly string[];
}

export const oauthOf = (config: ServerConfig): OAuthSettings =>
  config.type === 'stdio' ? {} : (config.oauth ?? {});

export interface ConfiguredServer {
  readonly label: string;
  readonly source: 'stored' | 'session';
  readonly enabled: boolean;
  /**
   * The real path of a local folder that stands for a server. Its `config` gives it an identity and
   * is never started.
   */
  readonly folder?: string;
  /** A bad entry is kept and shown with its problem; it can't be connected to. */
  readonly config: Result<ServerConfig, string>;
}

import type { Edition } from './edition.mjs';
export interface BuilderConfig {
  readonly electronFuses: Readonly<Record<string, boolean>>;
  readonly artifactName: string;
  readonly directories: Readonly<Record<string, string>>;
  readonly files: readonly unknown[];
  readonly extraMetadata: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}
export function builderConfig(
  config: BuilderConfig,
  run: {
    readonly edition: Edition;
    readonly runtime: { readonly folder: string; readonly node: string };
    readonly extra: string;
    readonly output: string;
  },
): BuilderConfig;

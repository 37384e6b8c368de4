export interface Component {
  readonly name: string;
  readonly version: string;
  readonly license: string | null;
  readonly texts: readonly { readonly file: string; readonly text: string }[];
  readonly inside: string | null;
}
export function bundledComponents(
  root: string,
  parts: readonly string[],
  folders?: readonly string[],
): Component[];

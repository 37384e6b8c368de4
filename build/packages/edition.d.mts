export interface Edition {
  readonly ships: boolean;
  readonly electron: string;
  readonly mark: string;
}
export function editionOf(
  runtime: { readonly source: string; readonly electron: string },
  ownElectron: string,
): Edition;

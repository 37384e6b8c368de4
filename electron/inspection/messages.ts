import type { FileToInspect, Inspection } from '../core/findings/inspect.ts';

/** What the worker is told. */
export type ToWorker =
  | { readonly kind: 'inspect'; readonly id: number; readonly file: FileToInspect }
  /** Null where it could not be read. */
  | { readonly kind: 'grammar'; readonly name: string; readonly bytes: Uint8Array | null };

/** What the worker says. */
export type FromWorker =
  | { readonly kind: 'inspected'; readonly id: number; readonly inspection: Inspection }
  | { readonly kind: 'wants-grammar'; readonly name: string };

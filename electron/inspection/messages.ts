import type { FileToInspect, FileInspection } from '../core/findings/inspect.ts';

/** What the worker is told. */
export type ToWorker =
  | { readonly kind: 'inspect'; readonly id: number; readonly file: FileToInspect }
  /** Null where it could not be read. */
  | { readonly kind: 'grammar'; readonly name: string; readonly bytes: Uint8Array | null };

/** What the worker says. */
export type FromWorker =
  /** Once, when its rules are loaded. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'inspected'; readonly id: number; readonly inspection: FileInspection }
  /** A rule threw; what state that left is unknown. */
  | { readonly kind: 'threw'; readonly id: number; readonly name: string }
  | { readonly kind: 'wants-grammar'; readonly name: string };

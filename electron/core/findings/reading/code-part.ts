import type { CodeLanguage } from './kind.ts';
import type { SyntaxNode } from './tree.ts';

/** Code in a document: a whole script, a fence in prose, inline code or a line of a recipe. */
export interface CodePart {
  readonly language: CodeLanguage;
  readonly from: 'script' | 'fence' | 'inline';
  /** Offsets in the document's text. */
  readonly start: number;
  readonly end: number;
  /** Null if the grammar couldn't be loaded or the code is nested too deeply. */
  readonly tree: SyntaxNode | null;
}

/** A stretch to parse. `code` is as long as the range, so that offsets stay the same. */
export interface CodeStretch {
  readonly language: CodeLanguage;
  readonly from: CodePart['from'];
  readonly start: number;
  readonly code: string;
}

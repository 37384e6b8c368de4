import { type GrammarLoader, treeOf, type NoTree, type SyntaxNode } from './tree.ts';
import type { CodeLanguage } from './layers.ts';
import { tokenTreeOf } from './token-tree.ts';

/** The most parses of one file, including its layers, that may take too long. */
const mostChoked = 2;
/** No parser chokes on so little code (UTF-16 units), so it is always parsed. */
const little = 2_000;

/** Why there is no tree; `given-up`: earlier parses of the file took too long. */
export type ParseFailure = NoTree | 'no-grammar' | 'given-up';

/** Bounds the cost of parsing one file, however many pieces of code, strings and layers it has. */
export interface ParseBudget {
  parse(language: CodeLanguage, code: string, offset: number): Promise<SyntaxNode | ParseFailure>;
}

/**
 * An attacker can write a piece that a parser chokes on to leave no time for others, so parse the
 * shortest pieces first.
 */
export function parsingWith(grammars: GrammarLoader): ParseBudget {
  let choked = 0;
  return {
    async parse(language, code, offset) {
      if (language === 'other') return tokenTreeOf(code, offset);
      if (choked >= mostChoked && code.length > little) return 'given-up';
      const parser = await grammars.parser(language);
      if (parser === null) return 'no-grammar';
      const tree = treeOf(parser, code, offset, grammars.patience());
      if (tree === 'too-slow') choked += 1;
      return tree;
    },
  };
}

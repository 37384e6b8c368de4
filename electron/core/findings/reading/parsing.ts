import type { GrammarLoader } from './grammars.ts';
import type { CodeLanguage } from './kind.ts';
import { treeOf, type NoTree, type SyntaxNode } from './tree.ts';

/** Parses of one file that may take too long, with all that stands in it in other writings. */
const mostChoked = 2;
/** No parser chokes on so little (UTF-16 units): it is parsed whatever was before. */
const little = 2_000;

/** What no tree was made of, and why; `given-up`: others of the file took too long before. */
export type ParseFailure = NoTree | 'no-grammar' | 'given-up';

/** What parsing one file may cost, however many pieces of code, strings and layers it has. */
export interface ParseBudget {
  parse(language: CodeLanguage, code: string, offset: number): Promise<SyntaxNode | ParseFailure>;
}

/**
 * The attacker writes a piece that a parser chokes on, so that no time is left for another one:
 * whoever parses several begins with the shortest.
 */
export function parsingWith(grammars: GrammarLoader): ParseBudget {
  let choked = 0;
  return {
    async parse(language, code, offset) {
      if (choked >= mostChoked && code.length > little) return 'given-up';
      const parser = await grammars.parser(language);
      if (parser === null) return 'no-grammar';
      const tree = treeOf(parser, code, offset, grammars.patience());
      if (tree === 'too-slow') choked += 1;
      return tree;
    },
  };
}

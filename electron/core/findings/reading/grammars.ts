import type * as Library from '@vscode/tree-sitter-wasm';
import type { CodeLanguage } from './kind.ts';

/** Gives the parser's own WebAssembly (`runtime`) or that of a language; throws where it cannot. */
export type GrammarBytes = (name: CodeLanguage | 'runtime') => Promise<Uint8Array>;

/** Parsers, each made when its language is first met. */
export interface GrammarLoader {
  /** Null where the grammar could not be loaded: code in it is *not inspected*, and said to be. */
  parser(language: CodeLanguage): Promise<Library.Parser | null>;
  /** Begins to count: what it gives tells whether a parse has taken too long by now. */
  patience(): () => boolean;
}

const unending = (): (() => boolean) => () => false;

/** @param patience of one parse; without it none ever takes too long. */
export function createGrammars(bytes: GrammarBytes, patience = unending): GrammarLoader {
  let runtime: Promise<typeof Library> | undefined;
  const parsers = new Map<CodeLanguage, Promise<Library.Parser | null>>();

  const load = async (language: CodeLanguage): Promise<Library.Parser> => {
    runtime ??= start(bytes);
    const { Parser, Language: Grammar } = await runtime;
    const parser = new Parser();
    parser.setLanguage(await Grammar.load(await bytes(language)));
    return parser;
  };
  return {
    patience,
    parser(language) {
      const known = parsers.get(language);
      if (known !== undefined) return known;
      const loading = load(language).catch(() => null);
      parsers.set(language, loading);
      return loading;
    },
  };
}

async function start(bytes: GrammarBytes): Promise<typeof Library> {
  // A module of CommonJS: bundlers and Node give its exports in two different places.
  const loaded = await import('@vscode/tree-sitter-wasm');
  const library = 'Parser' in loaded ? loaded : (loaded as { default: typeof loaded }).default;
  const options: Record<string, unknown> = { wasmBinary: await bytes('runtime') };
  await library.Parser.init(options as Parameters<typeof library.Parser.init>[0]);
  return library;
}

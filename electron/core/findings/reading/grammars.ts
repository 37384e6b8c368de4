import type * as Library from '@vscode/tree-sitter-wasm';
import type { GrammarLanguage } from './kind.ts';

/**
 * Returns the WebAssembly of the parser itself (`runtime`) or of a language; throws if it can't.
 */
export type GrammarBytes = (name: GrammarLanguage | 'runtime') => Promise<Uint8Array>;

/** Parsers, each created when its language first occurs. */
export interface GrammarLoader {
  /** Null if the grammar couldn't be loaded; its code is then reported as *not inspected*. */
  parser(language: GrammarLanguage): Promise<Library.Parser | null>;
  /** Starts a clock; the result says whether a parse has taken too long by now. */
  patience(): () => boolean;
}

const unending = (): (() => boolean) => () => false;

/** @param patience for one parse; without it, no parse takes too long. */
export function createGrammars(bytes: GrammarBytes, patience = unending): GrammarLoader {
  let runtime: Promise<typeof Library> | undefined;
  const parsers = new Map<GrammarLanguage, Promise<Library.Parser | null>>();

  const load = async (language: GrammarLanguage): Promise<Library.Parser> => {
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
  // Bundlers and Node put the exports of a CommonJS module in different places.
  const loaded = await import('@vscode/tree-sitter-wasm');
  const library = 'Parser' in loaded ? loaded : (loaded as { default: typeof loaded }).default;
  const options: Record<string, unknown> = { wasmBinary: await bytes('runtime') };
  await library.Parser.init(options as Parameters<typeof library.Parser.init>[0]);
  return library;
}

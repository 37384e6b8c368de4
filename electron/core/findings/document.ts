import type { NotInspectedReason, FindingRole } from '../../../shared/model/severity.ts';
import { limits } from '../limits.ts';
import { markedText } from '../preview/marked-text.ts';
import { isShownAsText } from '../preview/preview.ts';
import { blocksOf, type ProseBlock } from './reading/blocks.ts';
import { callsOf, type CodeCall } from './reading/calls.ts';
import { carriedPrograms, programStep } from './reading/program-strings.ts';
import { carriedProse } from './reading/carried-prose.ts';
import { embeddedIn } from './reading/embedded-code.ts';
import type { CodePart, CodeStretch } from './reading/literals.ts';
import { stretchesOf } from './reading/code.ts';
import { commandsOf, type ShellCommand } from './reading/commands.ts';
import { fieldsOf, type FrontmatterRange } from './reading/name-bindings.ts';
import {
  isOtherLanguage,
  kindOfBytes,
  kindOfLayer,
  kindOfText,
  type FileKind,
  type CodeLanguage,
  layersIn,
  type TextLayer,
} from './reading/layers.ts';
import type { ParseBudget } from './reading/parsing.ts';
import { tokenTreeOf } from './reading/token-tree.ts';
import { placesOf, type PlaceLookup } from './reading/places.ts';
import { secretsIn, type SecretMatch } from './reading/secrets.ts';
import { shellValuesOf } from './reading/shell-values.ts';
import { shellTextsOf } from './reading/shell-texts.ts';
import { lowering } from '../../../shared/model/severity.ts';
import { isLabelled, isRuleTest, roleInBlock, roleOfFolder, roleOfPath } from './roles.ts';
import { exactSize } from '../../../shared/size-text.ts';

/** A file of a skill, or a decoded layer of one, read once for all rules. */
export interface RuleDocument {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The server's MIME type; undefined if it states none. */
  readonly mimeType: string | undefined;
  /**
   * The text as Source shows it; empty for a file that isn't text. Offsets are its UTF-16 units.
   */
  readonly text: string;
  readonly kind: FileKind;
  /** All blocks of Markdown, in order; empty for other prose. */
  readonly blocks: readonly ProseBlock[];
  /** The frontmatter, if a Markdown file starts with one. */
  readonly frontmatter: ReadonlyMap<string, FrontmatterRange> | null;
  readonly code: readonly CodePart[];
  readonly calls: readonly CodeCall[];
  /** Commands in scripts, fences, inline code and strings that programs pass to a shell. */
  readonly commands: readonly ShellCommand[];
  /** Keys and tokens in the text. */
  readonly secrets: readonly SecretMatch[];
  /** Encoded text in it; the engine inspects each layer as its own document. */
  readonly layers: readonly TextLayer[];
  /** How this document was decoded; empty for the file itself. */
  readonly opened: readonly string[];
  /** The parts that could not be read. */
  readonly gaps: readonly { readonly reason: NotInspectedReason; readonly detail: string }[];
  readonly places: PlaceLookup;
  /** The role of the text around a range. */
  roleAt(start: number): FindingRole;
  /** Whether only the file's folder or name makes a place an example or a test. */
  isByFolder(start: number): boolean;
}

export interface FileToRead {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The nine permission bits of a file from an archive. */
  readonly mode?: number | undefined;
  /** As the server states it. */
  readonly mimeType?: string | undefined;
}

/** Reads one file, or one layer if `opened` says how it was decoded. */
export async function documentOf(
  file: FileToRead,
  parsing: ParseBudget,
  opened: readonly string[] = [],
  layer: Pick<TextLayer, 'isProse' | 'language'> = {},
): Promise<RuleDocument> {
  const { path, bytes } = file;
  const isTooLong = bytes.length > limits.inspectedBytes && opened.length === 0;
  const marked = !isTooLong && isShownAsText(file) ? markedText(bytes) : null;
  const shown = marked?.text ?? null;
  const text = shown ?? '';
  const kind = layerKind(layer) ?? kindOf(path, bytes, { shown, isLayer: opened.length > 0 });
  const blocks = kind.kind === 'markdown' ? blocksOf(text) : [];
  const gaps: RuleDocument['gaps'][number][] = [];
  // An attacker can start a text with the magic number of another type, so a file that is shown as
  // text counts as text.
  if (isTooLong && (isUnknown(kind) || isShownAsText(file)))
    gaps.push({ reason: 'too-large', detail: `over ${exactSize(limits.inspectedBytes)}` });
  const outer = await parsedAll(stretchesOf(text, kind, blocks), parsing, gaps);
  const inner = await parsedAll(
    outer.flatMap((part) => embeddedIn(part, text)),
    parsing,
    gaps,
  );
  const code = [...outer, ...inner];
  if (kind.kind === 'text' && isOtherLanguage(kind.format)) {
    const what = layer.language === 'other' ? programStep : kind.format;
    gaps.push({ reason: 'no-grammar', detail: `${what}, only read by its tokens` });
  }
  const calls = code.flatMap((part) => callsOf(part, text));
  const values = shellValuesOf(code, text);
  const commands = code.flatMap((part) => commandsOf(part, text, values));
  commands.push(...(await shellTextsOf({ text, calls, commands }, parsing, gaps)));
  const secrets = await secretsIn(path, text);
  if (secrets === null) gaps.push({ reason: 'too-large', detail: 'not searched for secrets' });
  const { layers, isCut } = withCarried(layersIn(text), { text, kind, code, opened });
  if (isCut) gaps.push({ reason: 'too-large', detail: 'encoded text beyond what is opened' });
  const ofFile = roleOfPath(path) ?? roleOfFolder(path);

  const isMain = path === 'SKILL.md';
  return {
    path,
    bytes,
    mimeType: file.mimeType,
    text,
    kind,
    blocks,
    frontmatter: fieldsOf(text, blocks[0]),
    code,
    calls,
    commands: commands.sort((a, b) => a.start - b.start),
    secrets: secrets ?? [],
    layers,
    opened,
    gaps: distinct(gaps),
    places: placesOf(text, marked?.bad ?? []),
    roleAt(start) {
      const block = blocks.find((one) => one.start <= start && start < one.end);
      const inBlock = block === undefined ? null : roleInBlock(text, block, start, isMain);
      if (inBlock === 'negated' || ofFile === null)
        return (
          inBlock ??
          (isRuleTest(path, text, start) || (kind.kind === 'data' && isLabelled(text, start))
            ? 'example'
            : kind.kind === 'text' && kind.format === 'plaintext'
              ? 'instruction'
              : 'code')
        );
      return ofFile;
    },
    isByFolder(start) {
      if (ofFile === null) return false;
      const block = blocks.find((one) => one.start <= start && start < one.end);
      return block === undefined || !lowering.has(roleInBlock(text, block, start, isMain));
    },
  };
}

/** Also the texts in it that are read like a document; a text in such a text isn't another. */
function withCarried(
  encoded: ReturnType<typeof layersIn>,
  read: Pick<RuleDocument, 'text' | 'kind' | 'code' | 'opened'>,
): ReturnType<typeof layersIn> {
  const none = { layers: [], isCut: false };
  const programs = read.opened.includes(programStep) ? none : carriedPrograms(read);
  const prose = read.opened.length > 0 ? none : carriedProse(read.text, read.kind, read.code);
  const layers = [...encoded.layers, ...programs.layers, ...prose.layers];
  return {
    layers: layers.sort((a, b) => a.start - b.start),
    isCut: encoded.isCut || programs.isCut || prose.isCut,
  };
}

function layerKind({
  isProse,
  language,
}: Pick<TextLayer, 'isProse' | 'language'>): FileKind | null {
  if (isProse === true) return { kind: 'markdown' };
  if (language === undefined) return null;
  return language === 'other' ? { kind: 'text', format: 'perl' } : { kind: 'code', language };
}

function kindOf(
  path: string,
  bytes: Uint8Array,
  { shown, isLayer }: { readonly shown: string | null; readonly isLayer: boolean },
): FileKind {
  if (shown === null) return kindOfBytes(path, bytes);
  return isLayer ? kindOfLayer(shown) : kindOfText(path, shown);
}

const isUnknown = (kind: FileKind): boolean =>
  kind.kind === 'binary' && kind.type === 'unknown type';

/** Shortest first: code that a parser chokes on then costs only itself and what is longer. */
async function parsedAll(
  stretches: readonly CodeStretch[],
  parsing: ParseBudget,
  gaps: RuleDocument['gaps'][number][],
): Promise<CodePart[]> {
  const parts = new Map<CodeStretch, CodePart>();
  for (const stretch of stretches.toSorted((a, b) => a.code.length - b.code.length))
    parts.set(stretch, await parsed(stretch, parsing, gaps));
  return stretches.flatMap((stretch) => parts.get(stretch) ?? []);
}

async function parsed(
  stretch: CodeStretch,
  parsing: ParseBudget,
  gaps: RuleDocument['gaps'][number][],
): Promise<CodePart> {
  const { language, from, start, code } = stretch;
  const part = { language, from, start, end: start + code.length };
  const gap = (reason: NotInspectedReason, detail: string): CodePart => {
    gaps.push({ reason, detail });
    return { ...part, tree: null };
  };
  const tree = await parsing.parse(language, code, start);
  if (tree === 'no-grammar') return gap('no-grammar', names[language]);
  // An attacker can write what a grammar chokes on, such as thousands of comments after a
  // statement. Shell and PowerShell have no calls, so their tokens say nothing.
  const isProgram = language !== 'bash' && language !== 'powershell';
  if (isProgram && (tree === 'too-slow' || tree === 'given-up')) {
    const detail = `${names[language]} that takes too long to parse, only read by its tokens`;
    gaps.push({ reason: 'too-slow', detail });
    return { ...part, language: 'other', tree: tokenTreeOf(code, start) };
  }
  if (tree === 'too-slow')
    return gap('too-slow', `${names[language]} that takes too long to parse`);
  if (tree === 'too-deep') return gap('too-deep', `${names[language]} nested too deeply to parse`);
  return tree === 'given-up' ? { ...part, tree: null } : { ...part, tree };
}

const names: Readonly<Record<CodeLanguage, string>> = {
  bash: 'shell',
  powershell: 'PowerShell',
  python: 'Python',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  tsx: 'TypeScript or JavaScript with markup',
  ruby: 'Ruby',
  other: 'Code',
};

function distinct(gaps: RuleDocument['gaps']): RuleDocument['gaps'] {
  const seen = new Map(gaps.map((gap) => [`${gap.reason} ${gap.detail}`, gap]));
  return [...seen.values()];
}

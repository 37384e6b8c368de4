import type { ShellCommand } from '../reading/commands.ts';

/** A line that only adds a folder to PATH, as installers write it. */
const onlyPath =
  /\bPATH=|fish_add_path|brew shellenv|(?:py|rb|nod)env init|nvm\.sh|starship init|direnv hook|zoxide init|fnm env|completion/;

/** What installers of version managers and prompts document, word for word. */
const activation =
  /eval \\?"\\?\$\((?:[\w~/.$-]+\/)?(?:mise|direnv|starship|zoxide|fnm|pyenv|rbenv|nodenv|goenv|brew|atuin|thefuck|fzf|conda|micromamba) [\w -]*(?:activate|hook|init|env|shellenv|virtualenv-init|--zsh|--bash|--alias)\b/;

/** Whether a line for the start of a shell is one that version managers and prompts add. */
export const isUsualStart = (line: string): boolean => onlyPath.test(line) || activation.test(line);

/** Lines around it: comments, conditions, variables for folders, what a package brings. */
const harmless =
  /^\s*(?:#.*|fi|(?:if )?\[\[? [^\]|;&`(]*\]\]?(?:; ?then)?|export (?:[A-Z][A-Z0-9]*_(?:DIR|HOME|ROOT|PATH)|SSH_AUTH_SOCK|EDITOR|LANG)=[^|;&(`]*|(?:source|\.)\s+["']?(?:\$\(brew --prefix\)|\/opt\/homebrew|\/usr\/(?:local\/)?share|\$ZSH)\/[\w./-]+["']?)?\s*$/;
/** What no such line needs. */
const foreign =
  /https?:|\b(?:curl|wget|iwr|irm|base64|nohup|Start-Process|python3?|node|perl)\b|(?<!&)&(?!&)|;(?!\s*then)/;

/** Whether only such lines are added, through a variable or a here-document. */
export function addsUsualStart(use: object): boolean {
  if (!('args' in use) || !('heredoc' in use)) return false;
  const { heredoc, args } = use as Pick<ShellCommand, 'heredoc' | 'args'>;
  const lines = heredoc?.text.split('\n') ?? args.map(({ text }) => text);
  const isUsual = (line: string): boolean => isUsualStart(line) && !foreign.test(line);
  const others = heredoc === null ? [] : lines.filter((line) => !isUsual(line));
  return lines.some(isUsual) && others.every((line) => harmless.test(line));
}

/** Whether something is added that every new shell would download or decode. */
export const addsDownload = (use: object): boolean =>
  'args' in use &&
  'heredoc' in use &&
  (use as ShellCommand).args.some(({ text }) =>
    /\b(?:curl|wget|iwr|irm|Invoke-(?:WebRequest|RestMethod)|base64|nc)\b/i.test(text),
  );

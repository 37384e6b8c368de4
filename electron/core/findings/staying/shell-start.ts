import { writesOf } from '../knowledge/file-use.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { rule } from '../rule.ts';

const files = pattern(
  [
    'rc',
    'profile',
    '.bash_login',
    '.bash_aliases',
    '.zshenv',
    '.zlogin',
    '/etc/environment',
    'config.fish',
  ],
  String.raw`(?:^|[/\\"'\s~])\.(?:bashrc|bash_profile|bash_login|bash_aliases|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|tcshrc)\b|/etc/(?:profile(?:\.d/\S*)?|bash\.bashrc|environment)\b|\bconfig\.fish\b|^\$\{?PROFILE\b|\bMicrosoft\.PowerShell_profile\.ps1`,
);
const shadowed =
  /^(?:ls|cd|cat|git|sudo|ssh|su|npm|pip|python3?|node|curl|docker|kubectl|brew|apt|rm|passwd|gpg)=/;
/** A line that only adds a folder to PATH, as installers write it. */
const onlyPath =
  /\bPATH=|fish_add_path|brew shellenv|(?:py|rb|nod)env init|nvm\.sh|starship init|direnv hook|zoxide init|fnm env|completion/;

/** What installers of version managers and prompts document, word for word. */
const activation =
  /eval \\?"\\?\$\((?:[\w~/.$-]+\/)?(?:mise|direnv|starship|zoxide|fnm|pyenv|rbenv|nodenv|goenv|brew|atuin|thefuck|fzf|conda|micromamba) [\w -]*(?:activate|hook|init|env|shellenv|virtualenv-init|--zsh|--bash|--alias)\b/;

/** K02. */
export const shellStart = rule({
  id: 'K02',
  family: 'staying',
  severity: 'high',
  title: 'Changes shell startup files',
  why: 'Every new terminal reads the added line, which can replace `sudo` or `git`.',
  confusedWith: 'Installers that add a folder to PATH. Such a line is rated low.',
  *look(document) {
    const { text, commands } = document;
    for (const use of writesOf(document, files)) {
      const next = text.indexOf('\n', use.end);
      const line = text.slice(
        text.lastIndexOf('\n', use.start) + 1,
        next === -1 ? text.length : next,
      );
      yield at(use, onlyPath.test(line) || activation.test(line) ? { severity: 'low' } : {});
    }
    for (const { name, args, start, end, part } of commands) {
      const shadows = name === 'alias' && args.some((word) => shadowed.test(word.text));
      // `alias ls='ls --color'` only adds flags to the same program.
      const same = /alias\s+(\w+)=["']?\1\b/.test(text.slice(start, end));
      if (shadows && !same && part.from === 'script')
        yield at({ start, end }, { severity: 'medium' });
    }
  },
});

import { rule, type RuleHit } from '../rule.ts';

/** Names of tool settings, and folders whose content doesn't run automatically. */
const knownPattern =
  /^\.(?:gitignore|gitattributes|gitkeep|keep|gitmodules|mailmap|editorconfig|prettier(?:rc|ignore)[\w.]*|eslint(?:rc|ignore)[\w.]*|stylelint(?:rc|ignore)[\w.]*|markdownlint[\w.-]*|npmignore|dockerignore|nvmrc|node-version|python-version|ruby-version|tool-versions|flake8|pylintrc|coveragerc|babelrc|browserslistrc|env\.(?:example|sample|template|dist)|pre-commit-config\.ya?ml|nojekyll|ds_store|yamllint[\w.]*|shellcheckrc|rubocop\.yml|skillignore|github|claude-plugin|changeset|well-known|licenserc[\w.]*)$/i;

/** F07. */
export const hiddenFile = rule({
  id: 'F07',
  family: 'files',
  severity: 'medium',
  title: 'Hidden file',
  why:
    'Most file lists leave out names that start with a dot. Programs read these files, and ' +
    'people miss them.',
  confusedWith: 'Tool settings: their usual names are ignored, and plain text is rated low.',
  *look({ path, bytes, text, kind, opened }): Iterable<RuleHit> {
    if (opened.length > 0 || bytes.length === 0) return;
    const hidden = path.split('/').find((part) => /^\.[^.]/.test(part) && !knownPattern.test(part));
    if (hidden === undefined) return;
    const acts = kind.kind === 'code' || kind.kind === 'binary' || text.startsWith('#!');
    const end = text.indexOf('\n');
    yield kind.kind === 'binary'
      ? { start: 0, end: Math.min(16, bytes.length), unit: 'bytes' }
      : {
          start: 0,
          end: Math.min(200, end < 1 ? text.length : end),
          role: 'code',
          ...(acts || /^\.(?:vscode|envrc|bash|zsh|profile|husky|env$)/.test(hidden)
            ? {}
            : { severity: 'low' as const }),
        };
  },
});

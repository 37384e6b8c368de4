import { writesOf } from '../knowledge/file-use.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import type { ShellCommand } from '../reading/commands.ts';
import { rule } from '../rule.ts';

const files = pattern(
  ['.git/', '.git\\', '.gitconfig', 'git/config'],
  String.raw`\.git[/\\](?:hooks[/\\][\w-]+|config\b|info[/\\]attributes)|\.gitconfig\b|\.config/git/config\b`,
);
const settings =
  /^(?:core\.(?:hooksPath|sshCommand|fsmonitor|askPass|gitProxy|editor|pager)|include(?:If)?\..*|filter\..*|diff\..*\.(?:command|textconv)|merge\..*\.driver|credential\.(?:.*\.)?helper|init\.templateDir|gpg\.program|url\..*\.insteadOf)$/i;
/** Settings in every guide: editors, pagers and the system keychain. */
const ordinary =
  /^["']?(?:true|false|vim?|nvim|nano|emacs|code\b.*|subl\b.*|less\b.*|delta|cat|osxkeychain|manager(?:-core)?|store|cache\b.*|wincred|libsecret|gpg2?|.*gh auth git-credential|\.husky(?:\/_)?|\.githooks|ssh:\/\/git@.*|git@.*)["']?$/;

/** K03. */
export const gitHooks = rule({
  id: 'K03',
  family: 'staying',
  severity: 'high',
  title: 'Makes git run a program',
  why:
    'Hooks, filters and some settings start a program whenever you use git, in this ' +
    'repository or in all of them.',
  confusedWith:
    'Husky and similar tools install hooks on purpose. Editors and keychains are ignored.',
  *look(document) {
    const set = document.commands.filter(setsProgram);
    for (const command of set) yield at(command);
    for (const use of writesOf(document, files))
      if (!set.some(({ start }) => start === use.start) && !isEmptyWrite(use))
        yield at(use, { confidence: 'medium' });
  },
});

/** It only creates or removes the file. */
const isEmptyWrite = (use: object): boolean =>
  'name' in use && /^(?:touch|rm|mkdir|unlink)$/.test(String(use.name));

function setsProgram({ name, args }: ShellCommand): boolean {
  if (name !== 'git') return false;
  const words = args.map(({ text }) => text);
  const inline = words.indexOf('-c');
  const given = /^([^=]+)=([\s\S]*)$/.exec(inline === -1 ? '' : (words[inline + 1] ?? ''));
  if (given !== null)
    return (
      /^core\.(?:sshCommand|fsmonitor|hooksPath)$/i.test(given[1] ?? '') && isProgram(given[2])
    );
  if (words[0] !== 'config') return false;
  if (words.some((word) => /^--(?:get|unset|list|get-all|remove-section)/.test(word))) return false;
  const [key = '', value = ''] = words
    .slice(1)
    .filter((word) => !word.startsWith('-') && word !== 'set' && word !== 'add');
  if (/^alias\./i.test(key)) return /^["']?!/.test(value);
  return settings.test(key) && isProgram(value);
}

const isProgram = (value = ''): boolean =>
  value !== '' && value !== '/dev/null' && !ordinary.test(value);

import { writesOf } from '../knowledge/file-use.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { inCode, isFenced } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const python = pattern(
  ['sitecustomize', 'usercustomize', '.pth', 'site-packages'],
  String.raw`\b(?:site|user)customize\.py\b|\.pth\b["']?$|site-packages/[\w.$-]*\.pth\b`,
);
const editors = pattern(
  ['.vscode', '.idea', '.devcontainer', '.envrc', '.code-workspace', 'mise.toml', '.zed'],
  String.raw`\.vscode[/\\](?:tasks|settings|launch)\.json|\.idea[/\\]|\.devcontainer\b|\.envrc\b|\.code-workspace\b|\.?mise\.toml\b|\.zed[/\\]`,
);
const loginItems = pattern(
  ['login item', 'smloginitem', 'loginwindow'],
  String.raw`\bmake\s+(?:new\s+)?login\s+item\b|\bSMLoginItemSetEnabled\b|\bloginwindow\s+(?:LoginHook|AutoLaunch\w+)\b`,
);
const opening = pattern(['folderopen'], String.raw`"runOn"\s*:\s*"folderOpen"`);

/** K07. */
export const ownStart = rule({
  id: 'K07',
  family: 'staying',
  severity: 'high',
  title: 'Makes other programs run something when they start',
  why:
    'Python, editors and the desktop run some files whenever they start or open a folder. What ' +
    "is put there runs long after the skill's own task.",
  confusedWith:
    "A template with a project's own editor settings is rated medium, unless a task starts on " +
    'its own.',
  *look(document) {
    const { text, kind, path } = document;
    for (const use of writesOf(document, python)) if (!isRemoval(use)) yield at(use);
    const starts = opening.test(text);
    for (const use of writesOf(document, editors))
      if (!isRemoval(use)) yield at(use, starts ? {} : { severity: 'medium' });
    if (kind.kind === 'data' && /(?:^|\/)\.vscode\/|\.code-workspace$/.test(path))
      for (const match of opening.all(text)) yield at(match);
    if (kind.kind === 'markdown')
      for (const match of opening.all(text)) if (isFenced(document, match.start)) yield at(match);
    for (const match of inCode(document, loginItems)) yield at(match);
  },
});

const isRemoval = (use: object): boolean =>
  ('name' in use && /^(?:rm|touch|mkdir|unlink|chmod)$/.test(String(use.name))) ||
  ('callee' in use && /(?:unlink|remove|rmSync|rmtree|unlinkSync)$/.test(String(use.callee)));

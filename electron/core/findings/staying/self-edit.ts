import { writesOf } from '../knowledge/file-use.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { phrases } from '../reading/phrases.ts';
import { rule } from '../rule.ts';

const own = pattern(
  ['skill_', '__file__', 'bash_source', '$0', 'argv[0]', '__filename'],
  String.raw`\$\{?(?-i:(?:CLAUDE_)?SKILL_(?:DIR|ROOT|PATH))\}?["']?/[\w./-]*\.(?:md|sh|py|js|ts|rb)\b|^["']?(?:\$0|\$\{?BASH_SOURCE(?:\[0\])?\}?|__file__|__filename|sys\.argv\[0\])["']?$`,
);
const orders = pattern(
  ['skill.md', 'this skill', 'own instructions', 'own skill'],
  String.raw`\b(?:update|edit|modify|rewrite|overwrite|append\s+to|change)\s+(?:this\s+(?:skill(?:['’]s)?\s+(?:file|SKILL\.md|instructions|definition)|SKILL\.md)|your\s+own\s+(?:skill|instructions|SKILL\.md)|its\s+own\s+(?:SKILL\.md|instructions))\b`,
);

/** K06. */
export const selfEdit = rule({
  id: 'K06',
  family: 'staying',
  severity: 'high',
  title: 'Changes its own files',
  why:
    'What runs is no longer what you approved. An app that keeps a copy runs the changed one, ' +
    "and the server's digest doesn't show it.",
  confusedWith:
    'Skills that write results or notes beside their files. An instruction in prose is rated ' +
    'medium.',
  *look(document) {
    for (const use of writesOf(document, own)) yield at(use);
    yield* phrases(document, orders, () => ({ severity: 'medium' }));
  },
});

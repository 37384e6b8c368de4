import { agentFileWords, skillFolders } from '../knowledge/agent-files.ts';
import { readsOf, writesOf } from '../knowledge/file-use.ts';
import { at } from '../knowledge/places.ts';
import { pattern } from '../pattern.ts';
import { rule } from '../rule.ts';

/** All skills at once, unlike one by name. */
const everySkill = pattern(
  agentFileWords,
  String.raw`${skillFolders}(?:[/\\]?['"]?\s*$|[/\\]?['"]?\s*\)|[/\\](?:\*|\$)|[/\\]?$)`,
);
/** A file that a skill already has, unlike a new skill in its own folder. */
const anySkill = pattern(
  agentFileWords,
  String.raw`${skillFolders}(?:[/\\][\w.*{}$-]+)*[/\\](?:SKILL\.md|\*)|(?:~|\$\{?HOME\}?)[/\\]${skillFolders}[/\\]?["']?\s*$`,
);

/** E04. */
export const otherSkills = rule({
  id: 'E04',
  family: 'secrets',
  severity: 'high',
  title: 'Reads or changes other skills',
  why:
    'You reviewed other skills as they were. A skill that edits them changes what you ' +
    'approved; one that lists them may be looking for something to use.',
  confusedWith: 'Skill managers do this by design. Listing alone is rated medium.',
  *look(document) {
    for (const use of writesOf(document, anySkill)) yield at(use, { confidence: 'medium' });
    for (const use of readsOf(document, everySkill)) yield at(use, { severity: 'medium' });
  },
});

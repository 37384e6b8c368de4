import { atField, setRule } from '../set/skill-set.ts';

/** More keywords than people write. */
const maxCount = 30;
const everything =
  /\b(?:any|every|all)\s+(?:kinds?\s+of\s+|types?\s+of\s+|sorts?\s+of\s+)?(?:tasks?|requests?|questions?|prompts?|messages?|conversations?|problems?|situations?|topics?|purposes?|user\s+inputs?)\b|\b(?:for|handles?|does)\s+(?:absolutely\s+)?(?:everything|anything)\b|\banything\s+(?:at\s+all|the\s+user)\b|\balways\s+(?:use|invoke|choose|load|prefer|call)\b/i;

/** M05. */
export const bait = setRule({
  id: 'M05',
  family: 'listing',
  severity: 'low',
  title: 'Description that fits nearly everything',
  why:
    'Models choose skills by description. One that names everything gets chosen for tasks it ' +
    "isn't made for, and its instructions are read every time.",
  confusedWith: 'Skills about how to work in general, and long lists of formats or products.',
  *look(set) {
    const { description } = set.entry;
    const broad = everything.exec(description)?.[0];
    const keywords = Math.max(
      ...description.split(/[.!?:\n]\s|\n/).map((part) => part.split(/[,;|/]/).length),
    );
    if (broad === undefined && keywords <= maxCount) return;
    const excerpt = broad ?? `${keywords} keywords in a row`;
    yield atField(set, 'description', { excerpt, about: description, role: 'frontmatter' });
  },
});

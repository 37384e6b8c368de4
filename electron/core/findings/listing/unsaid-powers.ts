import { isFolded } from '../../../../shared/model/severity.ts';
import { inFile, setRule } from '../set/skill-set.ts';

interface Power {
  /** Rules whose findings show that a file uses it. */
  readonly rules: ReadonlySet<string>;
  /** Words in a description that make a reader expect it. */
  readonly words: RegExp;
}

const powers: readonly Power[] = [
  {
    rules: new Set(['E05', 'E07', 'E11', 'E12', 'E13', 'X01', 'X02']),
    words:
      /network|internet|online|\bweb|https?\b|\burls?\b|\bapis?\b|fetch|download|upload|send|\bpost|publish|deploy|request|\bremote|server|service|cloud|sync|crawl|scrap|brows|search|email|mail|message|webhook|notif|install|repositor|github|gitlab|slack|discord|telegram|notion|jira|database|model/i,
  },
  {
    rules: new Set(['X03', 'X04', 'X06', 'X09', 'D01']),
    words:
      /\b(?:run|execut|command|script|shell|terminal|bash|cli\b|tool|program|process|build|compil|test|automat|install|convert|generat|creat|extract|analy[sz]|render|record|edit|fill|merg)/i,
  },
  {
    rules: new Set(['E01', 'E02', 'E03', 'E06', 'E09']),
    words:
      /secret|credential|password|token|\bkeys?\b|\bapi\b|auth|log ?in|sign(?:ing|ed)?\b|ssh|\benv|environment|config|setting|account|cloud|aws|deploy/i,
  },
];

/** M04. */
export const unsaidPowers = setRule({
  id: 'M04',
  family: 'listing',
  severity: 'low',
  title: 'Files do more than the description says',
  why:
    'You decide, and a model chooses, by the description. A file here uses the network, ' +
    "starts programs or reads secrets, and the description doesn't suggest it.",
  confusedWith: 'Descriptions that say what a skill is for, not how it works, as most do.',
  *look({ entry, files }) {
    const said = `${entry.name} ${entry.description}`;
    const unsaid = powers.filter(({ words }) => !words.test(said));
    if (unsaid.length === 0) return;
    for (const file of files) {
      for (const { rules } of unsaid) {
        const first = file.findings.find((one) => rules.has(one.rule) && !isFolded(one));
        if (first !== undefined) yield inFile(file, first);
      }
    }
  },
});

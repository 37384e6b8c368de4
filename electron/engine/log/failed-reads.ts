import type { CatalogueListener } from '../catalogue/catalogue.ts';
import type { ProtocolLog } from '../ports/session.ts';

/** Marks the exchange in which a file came that failed a check. */
export const markFailedReads = (log: Pick<ProtocolLog, 'fail'>): CatalogueListener => ({
  skills(changes) {
    for (const { before, after } of changes) {
      if (after === null || before?.held.verdicts === after.held.verdicts) continue;
      for (const [file, verdict] of after.held.verdicts)
        if (verdict.status === 'failed' && before?.held.verdicts.get(file) !== verdict)
          log.fail(after.server.label, file, verdict.check);
    }
  },
});

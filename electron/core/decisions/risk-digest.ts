import { mustBeSeen, type OpenFinding } from '../../../shared/model/risk.ts';
import { sha256 } from '../digest.ts';

/**
 * Identifies the high and critical findings that were on screen, so that accepting them accepts
 * exactly these; null if there are none. The attacker is a server whose worst file is inspected
 * between the look and the yes.
 */
export function riskDigestOf(findings: readonly OpenFinding[]): string | null {
  const seen = mustBeSeen(findings).map(({ rule, uri, digest, severity, count }) =>
    JSON.stringify([rule, uri, digest, severity, count]),
  );
  return seen.length === 0 ? null : sha256(JSON.stringify(seen.sort()));
}

import { z } from 'zod';
import { auditLineSchema, type AuditLine } from '../../../shared/model/approval.ts';

/** Unknown fields of a later writer are part of the hash, so they are kept. */
const looseLine = z.looseObject(auditLineSchema.shape);

/**
 * One line of the file without its line feed; null when it is not a whole, well-formed audit line.
 */
export function parseLine(text: string): AuditLine | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const line = looseLine.safeParse(value);
  // The value itself: the parsed copy would leave out a field named `__proto__`, and with it an
  // edit.
  return line.success ? (value as AuditLine) : null;
}

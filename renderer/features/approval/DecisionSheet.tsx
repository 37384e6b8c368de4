import { useApp } from '../../store/context.ts';
import { OpenSheet } from './OpenSheet.tsx';

/**
 * Asks for the last word on many skills. Reads nothing and asks no server; Cancel has the focus.
 */
export function DecisionSheet() {
  const sheet = useApp((app) => app.sheet);
  if (sheet === null) return null;
  const key = `${sheet.action} ${sheet.items.length} ${sheet.items[0]?.uri ?? ''}`;
  return <OpenSheet key={key} sheet={sheet} />;
}

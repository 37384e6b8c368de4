import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { useActions, useApp } from '../../store/context.ts';

export function DecisionSheet() {
  const sheet = useApp((app) => app.sheet);
  const { closeSheet } = useActions();
  if (!sheet) return null;
  return <Dialog kind="sheet" title={`${sheet.items.length} skills`} isOpen onClose={closeSheet} footer={<Button autoFocus onClick={closeSheet}>Cancel</Button>}>{sheet.action}</Dialog>;
}

import { useEffect, useState } from 'react';
import type { DecisionItem } from '../../../shared/contract.ts';
import { Banner } from '../../components/Banner/Banner.tsx';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { Spinner } from '../../components/Progress/Progress.tsx';
import { useActions, useApp, useSkillDetail } from '../../store/context.ts';
import type { DecisionSheetRequest } from '../../store/state.ts';
import { OpenSheet } from './OpenSheet.tsx';
import { isStandingKnown, replacing } from './renewal.ts';
import { sheetWords } from './sheet.ts';

/**
 * Asks for the last word on one skill or many. Reads nothing and asks no server; Cancel has the
 * focus.
 */
export function DecisionSheet() {
  const sheet = useApp((app) => app.sheet);
  if (sheet === null) return null;
  const key = `${sheet.action} ${sheet.items.length} ${sheet.items[0]?.uri ?? ''}`;
  const item = replacing(sheet);
  return item === null ? (
    <OpenSheet key={key} sheet={sheet} />
  ) : (
    <Renewal key={key} sheet={sheet} item={item} />
  );
}

/** The form opens when what it starts from is here. */
function Renewal({ sheet, item }: { sheet: DecisionSheetRequest; item: DecisionItem }) {
  const { closeSheet } = useActions();
  const state = useSkillDetail(item.server, item.uri);
  const isKnown = isStandingKnown(item, state);
  const [wasKnown, setWasKnown] = useState(isKnown);
  useEffect(() => {
    if (isKnown) setWasKnown(true);
  }, [isKnown]);
  if (isKnown || wasKnown) return <OpenSheet sheet={sheet} />;
  return (
    <Dialog
      kind="sheet"
      title={sheetWords('approve', 1, state?.detail?.row.name).title}
      isOpen
      onClose={closeSheet}
      footer={
        <Button autoFocus onClick={closeSheet}>
          Cancel
        </Button>
      }
    >
      {state?.error == null ? (
        <Spinner label="Looking up the approval that stands" />
      ) : (
        <Banner tone="bad" live="assertive" title="The approval that stands cannot be looked up">
          {state.error.message}
        </Banner>
      )}
    </Dialog>
  );
}

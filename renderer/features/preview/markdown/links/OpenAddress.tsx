import { quoted } from '../../../../../shared/quote-text.ts';
import { Banner } from '../../../../components/Banner/Banner.tsx';
import { Button } from '../../../../components/Button/Button.tsx';
import { CodeText } from '../../../../components/CodeText/CodeText.tsx';
import { Dialog } from '../../../../components/Dialog/Dialog.tsx';
import { useActions, useApi } from '../../../../store/context.ts';
import styles from './OpenAddress.module.css';

/** Shows the full address before opening it outside Skillgate. */
export function OpenAddress({
  url,
  host,
  text,
  misleading,
  onClose,
}: {
  url: string;
  host: string;
  text: string;
  misleading: boolean;
  onClose: () => void;
}) {
  const api = useApi();
  const { attempt } = useActions();
  const open = (): void => {
    onClose();
    void attempt(api.openExternal({ url }), 'Couldn’t open the address');
  };
  return (
    <Dialog
      title={`Open ${host}?`}
      isOpen
      onClose={onClose}
      size="md"
      role="alertdialog"
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            Cancel
          </Button>
          <Button icon="external" onClick={open}>
            Open in the browser
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {misleading && (
          <Banner tone="bad" title="The link text names a different address">
            It says {quoted(text.slice(0, 200))} and leads to {host}.
          </Banner>
        )}
        <p>This address comes from the skill. It opens in your browser, outside Skillgate.</p>
        <CodeText text={url} copy block label="Copy the address" />
      </div>
    </Dialog>
  );
}

import type { ReactNode, Ref } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { cx } from '../cx.ts';
import { IconButton } from '../IconButton/IconButton.tsx';
import styles from './Dialog.module.css';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /**
   * Buttons. The first one should be the way out, with `ref={focusOnMount}` where a mistake would
   * be costly.
   */
  readonly footer?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg';
  /** `sheet` slides in at the side and keeps the content under review visible. */
  readonly kind?: 'dialog' | 'sheet';
  readonly role?: 'dialog' | 'alertdialog';
  /** What scrolls between the title and the buttons. */
  readonly body?: Ref<HTMLDivElement>;
}

/** A modal that traps focus, returns it and closes on Esc. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  footer,
  size = 'md',
  kind = 'dialog',
  role = 'dialog',
  body,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={role === 'dialog'}
      className={cx(styles.overlay, kind === 'sheet' && styles.side)}
    >
      <Modal className={cx(styles.modal, styles[size], kind === 'sheet' && styles.sheet)}>
        <AriaDialog role={role} className={styles.dialog ?? ''}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton icon="cross" label="Close" small onPress={onClose} />
          </header>
          <div ref={body} className={styles.body}>
            {children}
          </div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

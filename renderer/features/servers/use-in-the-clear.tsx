import { useState, type ReactNode } from 'react';
import type { RequestReply } from '../../../shared/contract.ts';
import { Button } from '../../components/Button/Button.tsx';
import { Dialog } from '../../components/Dialog/Dialog.tsx';
import { focusOnMount } from '../../components/focus.ts';
import { useActions } from '../../store/context.ts';

interface Asked {
  readonly message: string;
  readonly answer: (isYes: boolean) => void;
}

/**
 * Saves servers, and asks before storing a secret unencrypted. Canceling writes nothing and keeps
 * the input. Render `dialog` on the page.
 */
export function useInTheClear(): {
  readonly dialog: ReactNode;
  send<T>(
    request: (inTheClear: boolean) => Promise<RequestReply<T>>,
    what: string,
  ): Promise<T | undefined>;
} {
  const { attempt } = useActions();
  const [asked, setAsked] = useState<Asked | null>(null);
  const answered = (isYes: boolean) => {
    asked?.answer(isYes);
    setAsked(null);
  };
  const dialog = asked && (
    <Dialog
      title="Store secrets unencrypted?"
      role="alertdialog"
      isOpen
      onClose={() => answered(false)}
      footer={
        <>
          <Button ref={focusOnMount} onClick={() => answered(false)}>
            Cancel
          </Button>
          <Button variant="caution" onClick={() => answered(true)}>
            Store unencrypted
          </Button>
        </>
      }
    >
      <p>{asked.message}</p>
    </Dialog>
  );
  return {
    dialog,
    async send(request, what) {
      const first = request(false);
      const reply = await first.catch(() => null);
      if (reply === null || reply.ok || reply.error.code !== 'clear') return attempt(first, what);
      const { message } = reply.error;
      const isYes = await new Promise<boolean>((answer) => setAsked({ message, answer }));
      return isYes ? attempt(request(true), what) : undefined;
    },
  };
}

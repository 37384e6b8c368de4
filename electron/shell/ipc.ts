import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import {
  type EventEnvelope,
  type RequestHandlers,
  type RequestReply,
  requestNames,
} from '../../shared/contract.ts';
import { createConfirmations } from '../ipc/admission.ts';
import { dispatch } from '../ipc/dispatch.ts';
import { eventChannel, keyChannel, requestChannel } from './channels.ts';
import { isOwnPage } from './page.ts';

/**
 * Why a message is not from our page, or null. A frame that a server's content managed to
 * open, or a page that the window was led to, controls everything about the message except
 * the frame that it comes from.
 */
export function senderProblem(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  ours: WebContents | null,
): string | null {
  if (ours === null || event.sender !== ours) return 'it is not our window';
  const frame = event.senderFrame;
  if (frame === null) return 'its frame is gone';
  if (frame !== event.sender.mainFrame) return 'it is not the top frame';
  if (!isOwnPage(frame.url)) return 'it is not our page';
  return null;
}

/** Registers one handler per request of the contract. Foreign senders are refused and reported. */
export function serveRequests(
  ipcMain: Pick<IpcMain, 'handle'>,
  handlers: RequestHandlers,
  ours: () => WebContents | null,
  report: (error: unknown) => void,
): void {
  // The last loaded page's key: its preload requests it before page code runs.
  let caller = createConfirmations(Date.now);
  const refusal = (event: IpcMainInvokeEvent, name: string): string | null => {
    const problem = senderProblem(event, ours());
    const from = event.senderFrame?.url ?? 'an unknown frame';
    if (problem !== null) report(new Error(`refused ${name} from ${from}: ${problem}`));
    return problem;
  };
  ipcMain.handle(keyChannel, (event): string | null => {
    // The preload asks so early that the frame may not have its page's address yet, and asks again.
    if (event.senderFrame?.url === '') return null;
    if (refusal(event, 'the key') !== null) return null;
    caller = createConfirmations(Date.now);
    return caller.key;
  });
  for (const name of requestNames) {
    ipcMain.handle(
      requestChannel(name),
      async (event, input: unknown): Promise<RequestReply<unknown>> => {
        const problem = refusal(event, name);
        if (problem !== null) {
          return {
            ok: false,
            error: { code: 'forbidden', message: `This request was refused: ${problem}.` },
          };
        }
        return await dispatch(handlers, caller, name, input, report);
      },
    );
  }
}

/** Sends one event to the window, if it is still there. */
export function sendEvent(ours: WebContents | null, envelope: EventEnvelope): void {
  if (ours !== null && !ours.isDestroyed()) ours.send(eventChannel, envelope);
}

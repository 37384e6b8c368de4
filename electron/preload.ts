import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { type Envelope, requestNames } from '../shared/contract.ts';
import { eventChannel, requestChannel } from './shell/channels.ts';

/**
 * `window.api`: one function per request of the contract, and the events. No channel name is ever a
 * parameter.
 */
const requests = Object.fromEntries(
  requestNames.map((name) => [
    name,
    (input: unknown): Promise<unknown> => ipcRenderer.invoke(requestChannel(name), input),
  ]),
);

const subscribe = (listener: (envelope: Envelope) => void): (() => void) => {
  const receive = (_event: IpcRendererEvent, envelope: Envelope): void => listener(envelope);
  ipcRenderer.on(eventChannel, receive);
  return () => {
    ipcRenderer.off(eventChannel, receive);
  };
};

contextBridge.exposeInMainWorld('api', { ...requests, subscribe });

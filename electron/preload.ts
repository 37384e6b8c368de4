import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { Envelope, RequestName } from '../shared/contract.ts';
import { eventChannel, keyChannel, requestChannel } from './shell/channels.ts';

/** The contract's, put in by the build: the page waits for this file, which needs no schema. */
declare const __SKILLGATE_REQUESTS__: readonly RequestName[];

/**
 * `window.api`: one function per request of the contract, and the events. No channel name is ever a
 * parameter.
 */
const requests = Object.fromEntries(
  __SKILLGATE_REQUESTS__.map((name) => [
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

// Asked for before any code of the page runs, and given to the first who takes it.
let key: Promise<string | null> | null = ipcRenderer.invoke(keyChannel) as Promise<string | null>;
const takeKey = async (): Promise<string | null> => {
  const taken = key;
  key = null;
  return taken;
};

contextBridge.exposeInMainWorld('api', { ...requests, subscribe, takeKey });

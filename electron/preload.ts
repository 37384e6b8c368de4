import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { EventEnvelope, RequestName } from '../shared/contract.ts';
import {
  askForKey,
  eventChannel,
  keyChannel,
  placeChannel,
  requestChannel,
} from './shell/channels.ts';

/**
 * The contract's request names, inlined by the build: the page waits for this file, which needs no
 * schema.
 */
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

const heardOn =
  <T>(channel: string) =>
  (listener: (value: T) => void): (() => void) => {
    const receive = (_event: IpcRendererEvent, value: T): void => listener(value);
    ipcRenderer.on(channel, receive);
    return () => {
      ipcRenderer.off(channel, receive);
    };
  };
const subscribe = heardOn<EventEnvelope>(eventChannel);
const onPlace = heardOn<string>(placeChannel);

// Requested before any page code runs, and given to the first caller.
let key: Promise<string | null> | null = askForKey(
  async () => (await ipcRenderer.invoke(keyChannel)) as string | null,
  async (ms) => await new Promise((resolve) => setTimeout(resolve, ms)),
);
const takeKey = async (): Promise<string | null> => {
  const taken = key;
  key = null;
  return taken;
};

contextBridge.exposeInMainWorld('api', { ...requests, subscribe, onPlace, takeKey });

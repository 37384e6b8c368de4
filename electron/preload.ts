import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { EventEnvelope, RequestName } from '../shared/contract.ts';
import { eventChannel, keyChannel, placeChannel, requestChannel } from './shell/channels.ts';

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

/** Waits (ms) before each request of the key. */
const keyWaits = [0, 10, 30, 100, 300, 1_000, 3_000];

/**
 * On a busy machine the first request may arrive before Electron knows which page the window shows.
 * The main process refuses it then, and a page without a key could never confirm anything.
 */
async function askForKey(): Promise<string | null> {
  for (const ms of keyWaits) {
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    const given = (await ipcRenderer.invoke(keyChannel)) as string | null;
    if (given !== null) return given;
  }
  return null;
}

// Requested before any page code runs, and given to the first caller.
let key: Promise<string | null> | null = askForKey();
const takeKey = async (): Promise<string | null> => {
  const taken = key;
  key = null;
  return taken;
};

contextBridge.exposeInMainWorld('api', { ...requests, subscribe, onPlace, takeKey });

import type { IpcMain, WebContents } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Handlers, Reply } from '../../shared/contract.ts';
import { serveRequests } from './ipc.ts';

interface Frame {
  readonly url: string;
}
interface Sender {
  readonly mainFrame: Frame;
}

describe('a request from the page', () => {
  const page: Frame = { url: 'app://skillgate/index.html' };
  const ours: Sender = { mainFrame: page };
  let asked: string[];
  let reported: string[];
  let call: (
    event: { sender: Sender; senderFrame: Frame | null },
    input: unknown,
  ) => Promise<Reply<unknown>>;

  beforeEach(() => {
    asked = [];
    reported = [];
    const registered = new Map<string, unknown>();
    const ipcMain = {
      handle: (channel: string, handler: unknown) => void registered.set(channel, handler),
    } as unknown as IpcMain;
    const handlers = {
      cancel: ({ operationId }: { operationId: string }) => {
        asked.push(operationId);
        return Promise.resolve({ ok: true, value: {} });
      },
    } as unknown as Handlers;
    serveRequests(
      ipcMain,
      handlers,
      () => ours as unknown as WebContents,
      (error) => reported.push(String(error)),
    );
    call = registered.get('skillgate:cancel') as typeof call;
  });

  it('is parsed and handed to its handler', async () => {
    expect(await call({ sender: ours, senderFrame: page }, { operationId: 'a' })).toEqual({
      ok: true,
      value: {},
    });
    expect(asked).toEqual(['a']);
  });

  it('is refused when its input is not what the contract says', async () => {
    expect(
      await call({ sender: ours, senderFrame: page }, { operationId: 'a', extra: 1 }),
    ).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    expect(asked).toEqual([]);
  });

  const evil: Frame = { url: 'https://evil.example/' };
  const twin: Frame = { url: 'app://skillgate.evil/index.html' };
  const hidden: Frame = { url: 'app://skillgate@evil/index.html' };
  it.each([
    ['a subframe', { sender: ours, senderFrame: { url: page.url } }],
    ['a frame that is gone', { sender: ours, senderFrame: null }],
    ['another window', { sender: { mainFrame: page }, senderFrame: page }],
  ])('is refused and reported when it comes from %s', async (_name, event) => {
    expect(await call(event, { operationId: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
    expect(asked).toEqual([]);
    expect(reported).toHaveLength(1);
  });

  it.each([
    evil,
    twin,
    hidden,
    { url: 'file:///app/index.html' },
    { url: 'about:blank' },
    { url: '' },
  ])('is refused when the window was led to $url', async (frame) => {
    const led = { mainFrame: frame };
    const registered = new Map<string, unknown>();
    const ipcMain = {
      handle: (channel: string, handler: unknown) => void registered.set(channel, handler),
    } as unknown as IpcMain;
    serveRequests(
      ipcMain,
      {} as Handlers,
      () => led as unknown as WebContents,
      () => {},
    );
    const cancel = registered.get('skillgate:cancel') as typeof call;
    expect(await cancel({ sender: led, senderFrame: frame }, { operationId: 'a' })).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
  });
});

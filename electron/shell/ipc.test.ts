import { createHmac } from 'node:crypto';
import type { IpcMain, WebContents } from 'electron';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestHandlers, RequestReply, RequestInput } from '../../shared/contract.ts';
import { type RequestCaller, confirmationText } from '../../shared/model/confirmation.ts';
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
  ) => Promise<RequestReply<unknown>>;

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
    } as unknown as RequestHandlers;
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

  it('that needs a yes is confirmed with the key that the last page was given', async () => {
    const registered = new Map<string, (event: unknown, input?: unknown) => unknown>();
    const answers: boolean[] = [];
    serveRequests(
      { handle: (name: string, run: never) => void registered.set(name, run) } as never,
      {
        viewStart: async (_: unknown, caller: RequestCaller) => ({
          ok: true,
          value: caller.challenge('allowStart'),
        }),
        allowStart: async (
          { proof, ...about }: RequestInput<'allowStart'>,
          caller: RequestCaller,
        ) => {
          answers.push(caller.confirms({ request: 'allowStart', ...about }, proof));
          return { ok: true, value: {} };
        },
      } as unknown as RequestHandlers,
      () => ours as unknown as WebContents,
      (error) => reported.push(String(error)),
    );
    const from = { sender: ours, senderFrame: page };
    const about = { server: 's', fingerprint: 'f' };
    const start = async (key: string): Promise<void> => {
      const shown = (await registered.get('skillgate:viewStart')!(from, { server: 's' })) as {
        value: string;
      };
      const proof = createHmac('sha256', Buffer.from(key, 'base64url'))
        .update(confirmationText(shown.value, { request: 'allowStart', ...about }))
        .digest('hex');
      await registered.get('skillgate:allowStart')!(from, { ...about, proof });
    };
    const first = registered.get('skillgate-key')!(from) as string;
    await start(first);
    const reloaded = registered.get('skillgate-key')!(from) as string;
    await start(first);
    await start(reloaded);
    expect(answers).toEqual([true, false, true]);
    expect(registered.get('skillgate-key')!({ ...from, senderFrame: null })).toBeNull();
    expect(reported).toHaveLength(1);
    // A page that Electron doesn't know yet gets nothing, ends no key, and is no news.
    expect(registered.get('skillgate-key')!({ ...from, senderFrame: { url: '' } })).toBeNull();
    await start(reloaded);
    expect(answers.at(-1)).toBe(true);
    expect(reported).toHaveLength(1);
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
      {} as RequestHandlers,
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

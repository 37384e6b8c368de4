// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { RendererApi } from '../../../../shared/contract.ts';
import type { SignInView, SignInWay } from '../../../../shared/model/sign-in.ts';
import { drawn } from '../../../store/testing/drawn.tsx';
import { aServer } from '../../../store/testing/fixtures.ts';
import { AccountSection, OfferBanner } from './AccountSection.tsx';
import { SignInDialog } from './SignInDialog.tsx';
import { expiryText } from './sign-in-text.ts';

const ask = {
  host: 'auth.example',
  issuer: 'https://auth.example/t1',
  answersTo: null,
  secretTo: null,
  scopes: ['skills:read'],
  resource: 'https://acme.example/mcp',
  isWider: false,
  client: 'registered' as const,
  redirect: 'http://127.0.0.1:1/callback',
};
const signedIn = (more: Partial<SignInView>) =>
  aServer('acme', { signIn: { offer: null, way: null, account: null, ...more } });
const account = {
  issuer: 'https://auth.example/t1',
  scopes: ['skills:read'],
  unshown: 0,
  expiresAt: null,
  renewable: true,
  protection: 'keychain' as const,
};

function dialog(way: SignInWay | null, api: Partial<RendererApi> = {}) {
  return drawn(
    <SignInDialog server="acme" id="1" />,
    { servers: new Map([['acme', signedIn({ way })]]) },
    { cancelSignIn: async () => ({ ok: true, value: {} }), ...api },
  );
}
const called = (view: ReturnType<typeof dialog>, name: string) =>
  view.calls.filter((call) => call.name === name);

describe('a sign-in', () => {
  it('opens nothing while it finds out where to go', () => {
    const view = dialog({ status: 'looking', id: '1' });
    expect(screen.getByText('Asking where to sign in…')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Open/ })).toBeNull();
    expect(called(view, 'openSignIn')).toEqual([]);
  });

  it('shows host, issuer, server and scopes before anything opens', async () => {
    const view = dialog(
      { status: 'asks', id: '1', ask },
      { openSignIn: async () => ({ ok: true, value: { opened: true } }) },
    );
    for (const text of [ask.host, ask.issuer, ask.resource, 'skills:read', ask.redirect])
      expect(screen.getByText(text)).toBeTruthy();
    expect(called(view, 'openSignIn')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Open auth.example' }));
    await waitFor(() =>
      expect(called(view, 'openSignIn')).toMatchObject([{ input: { server: 'acme', id: '1' } }]),
    );
  });

  it('says who gets the answer and a secret, and that it covers more than the server', () => {
    dialog({ status: 'asks', id: '1', ask });
    expect(screen.queryByText('This page sends your sign-in to a different host')).toBeNull();
    expect(screen.queryByText('Applies to more than this server')).toBeNull();
    const wide = {
      ...{ answersTo: 'tokens.example', secretTo: 'secrets.example', isWider: true },
      ...{ resource: 'https://acme.example/', client: 'configured' as const },
    };
    dialog({ status: 'asks', id: '1', ask: { ...ask, ...wide } });
    expect(screen.getByText('This page sends your sign-in to a different host')).toBeTruthy();
    expect(screen.getByText('tokens.example')).toBeTruthy();
    expect(screen.getByText('Applies to more than this server')).toBeTruthy();
    expect(screen.getByText('Its secret goes to').nextElementSibling?.textContent).toBe(
      'secrets.example',
    );
  });

  it('shows a host too long for a button in full beside it', () => {
    const host = `accounts.google.com.${'a'.repeat(60)}.evil.example`;
    dialog({ status: 'asks', id: '1', ask: { ...ask, host } });
    expect(screen.getByText(host)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Open that page' })).toBeTruthy();
  });

  it('accepts the address where a browser elsewhere ended, and says what is wrong with it', async () => {
    const view = dialog(
      { status: 'waiting', id: '1', ask, address: 'https://auth.example/authorize?x=1' },
      {
        finishSignIn: async () => ({
          ok: false,
          error: { code: 'bad-input', message: 'That is another address.' },
        }),
      },
    );
    const field = screen.getByRole('textbox', { hidden: true });
    fireEvent.change(field, { target: { value: ' http://127.0.0.1:1/other ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Finish', hidden: true }));
    expect(await screen.findByText('That is another address.')).toBeTruthy();
    expect(called(view, 'finishSignIn')).toMatchObject([
      { input: { id: '1', address: 'http://127.0.0.1:1/other' } },
    ]);
  });

  it('says who must act after a failure, and starts another', async () => {
    const problem = {
      reason: 'no-registration' as const,
      message: 'It registers nobody.',
      turn: 'operator' as const,
    };
    const view = dialog(
      { status: 'failed', id: '1', problem },
      { signIn: async () => ({ ok: true, value: { id: '2' } }) },
    );
    expect(screen.getByText('It registers nobody.')).toBeTruthy();
    expect(screen.getByText('Ask whoever runs the server')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(called(view, 'signIn')).toHaveLength(1));
  });

  it('is canceled by closing it', async () => {
    const view = dialog({ status: 'waiting', id: '1', ask, address: 'https://auth.example/a' });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(called(view, 'cancelSignIn')).toHaveLength(1));
  });
});

describe('a server that asks for a sign-in', () => {
  it('names its authorization server, marks new scopes, and starts with one press', async () => {
    const offer = {
      why: 'more-scopes' as const,
      issuers: ['https://auth.example/t1'],
      scopes: ['skills:read', 'skills:all'],
      unshown: 2,
      more: ['skills:all'],
    };
    const view = drawn(
      <OfferBanner server={{ label: 'acme' }} offer={offer} said="HTTP 403" />,
      {},
      { signIn: async () => ({ ok: true, value: { id: '1' } }) },
    );
    expect(screen.getByText('This server asks for more access')).toBeTruthy();
    expect(screen.getByText('https://auth.example/t1')).toBeTruthy();
    expect(screen.getByText('skills:all').closest('span')?.parentElement?.textContent).toBe(
      'skills:all (new)',
    );
    expect(screen.getByText('and 2 more that can’t be shown')).toBeTruthy();
    expect(view.calls).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Sign in…' }));
    await waitFor(() => expect(view.calls.map(({ name }) => name)).toContain('signIn'));
  });
});

it('shows all scopes where a person decides, and collapses many elsewhere', () => {
  const scopes = Array.from({ length: 41 }, (_, at) => `scope:${at}`);
  const asks = dialog({ status: 'asks', id: '1', ask: { ...ask, scopes } });
  expect(screen.getByText('Requested access (41)')).toBeTruthy();
  expect(screen.getByText('scope:40').closest('details')).toBeNull();
  asks.unmount();
  const offer = { why: 'first' as const, issuers: [], scopes, unshown: 2, more: [] };
  drawn(<OfferBanner server={{ label: 'acme' }} offer={offer} />);
  expect(screen.getByText('scope:40').closest('details')?.open).toBe(false);
  expect(screen.getByText('43 scopes')).toBeTruthy();
});

describe('a stored sign-in', () => {
  it('says where, what for, when it ends and how it is protected, and ends with one press', async () => {
    const view = drawn(
      <AccountSection server={signedIn({ account: { ...account, protection: 'file' } })} />,
      {},
      { signOut: async () => ({ ok: true, value: { outcome: 'revoked' } }) },
    );
    expect(screen.getByText('https://auth.example/t1')).toBeTruthy();
    expect(screen.getByText('This sign-in is stored unencrypted')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(view.calls.map(({ name }) => name)).toContain('signOut'));
  });

  it.each([
    [null, true, 'not stated'],
    [3_600_000, true, 'in 1 hour, renewed automatically'],
    [7_200_000, false, 'in 2 hours, then you sign in again'],
    [30_000, false, 'in 1 minute, then you sign in again'],
    [-1, true, 'now; renewed when needed'],
    [0, false, 'ended; sign in again'],
    [90 * 86_400_000, false, 'in 90 days, then you sign in again'],
  ])('that ends %s ms from now (renewable: %s) says so', (expiresAt, renewable, words) => {
    expect(expiryText({ expiresAt, renewable }, 0)).toBe(words);
  });
});

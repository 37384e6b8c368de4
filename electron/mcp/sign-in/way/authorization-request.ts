import { randomBytes } from 'node:crypto';
import { startAuthorization } from '@modelcontextprotocol/client';
import { visible } from '../../../core/text.ts';
import type { OAuthSettings } from '../../../core/server-config.ts';
import type { SignInAsk } from '../../../../shared/model/sign-in.ts';
import type { CredentialStore, SignInGrant } from '../../../engine/ports/credentials.ts';
import { isObject } from '../../recorder.ts';
import { clientOf, type KnownClient } from '../client.ts';
import { discover, resourceOf, type DiscoveredServer } from '../discovery.ts';
import { guardedFetch } from '../guarded-fetch.ts';
import { addressShown, SignInStop } from '../problem.ts';
import { redirectAt, type AnswerReceiver } from '../receiver.ts';
import type { BeginParts } from './parts.ts';
import { checkIssuer } from './issuer.ts';
import { scopeOf } from './scopes.ts';
import { checkUsable, hostShown, tokenHostOf } from './usable.ts';

/** What a browser would open, and all that its answer has to fit. */
export interface AuthorizationRequest {
  readonly ask: SignInAsk;
  readonly address: URL;
  readonly verifier: string;
  readonly state: string;
  readonly redirect: string;
  readonly scope: string | undefined;
  readonly indicator: string | null;
  readonly issuer: string;
  readonly found: DiscoveredServer;
  readonly client: KnownClient;
}

/** Looks and registers; throws a `SignInStop` where it is no use to go on. */
export async function ask(
  parts: BeginParts,
  server: URL,
  settings: OAuthSettings,
  receiver: AnswerReceiver | null,
  signal: AbortSignal,
): Promise<AuthorizationRequest> {
  const fetchFn = guardedFetch(server, parts.bounds, signal);
  const resource = resourceOf(server.href);
  const challenge = parts.challenge(resource);
  const found = await discover(server, challenge, settings.issuer, fetchFn);
  checkUsable(found, server);
  const issuer = found.metadata?.issuer ?? found.authorizationServer;
  const grants = await grantsOf(parts.credentials, resource);
  checkIssuer(settings, issuer, grants);
  const kept = grants.find((grant) => grant.issuer === issuer) ?? null;
  const ports = receiver === null ? parts.ports : [...new Set([...parts.ports, receiver.port])];
  const redirect = redirectAt(receiver?.port ?? parts.ports[0] ?? 0);
  const scopes = scopeOf(settings.scopes, challenge, found, kept);
  const scope = scopes.length === 0 ? undefined : scopes.join(' ');
  const client = await clientOf({
    ...{ found, settings, kept, redirect, scope, fetchFn },
    redirects: ports.filter((port) => port !== 0).map(redirectAt),
    now: parts.now(),
  });
  const indicator = found.resource === null ? null : found.resource.resource;
  const state = randomBytes(32).toString('base64url');
  const { authorizationUrl, codeVerifier } = await startAuthorization(found.authorizationServer, {
    ...(found.metadata === null ? {} : { metadata: found.metadata }),
    clientInformation: client.information,
    redirectUrl: redirect,
    state,
    ...(scope === undefined ? {} : { scope }),
    // Without metadata the revision of 2025-03-26 is spoken, which has no such parameter.
    ...(indicator === null ? {} : { resource: indicator }),
  });
  if (parts.hasLeft(resource) && letsChoose(found.metadata)) chooses(authorizationUrl);
  if (authorizationUrl.href.length > longestAddress)
    throw new SignInStop(
      'unusable',
      `The address to open is longer than ${longestAddress} characters, so some browsers might cut it off.`,
    );
  const { host } = authorizationUrl;
  const tokenHost = tokenHostOf(found);
  const sendsSecret = client.how === 'configured' && settings.clientSecret !== undefined;
  return {
    ask: {
      host: visible(host, hostShown),
      issuer: visible(issuer, addressShown),
      answersTo: tokenHost === host ? null : visible(tokenHost, hostShown),
      secretTo: sendsSecret ? visible(tokenHost, hostShown) : null,
      scopes: [...scopes],
      resource: visible(indicator ?? `${server.origin}/`, addressShown),
      isWider: found.isWider,
      client: client.how,
      redirect,
    },
    address: authorizationUrl,
    verifier: codeVerifier,
    ...{ state, redirect, scope, indicator, issuer, found, client },
  };
}

/** Bytes, all of them ASCII; beyond that systems cut what they hand to a browser, or hand over nothing. */
const longestAddress = 8_192;

/** A browser that is still signed in would take the same account without a word (OpenID Connect). */
function letsChoose(metadata: unknown): boolean {
  const prompts = isObject(metadata) ? metadata['prompt_values_supported'] : undefined;
  return Array.isArray(prompts) && prompts.includes('select_account');
}

/** One `prompt` with every value: a parameter that stands twice is an error (RFC 6749 section 3.1). */
function chooses({ searchParams }: URL): void {
  const before = searchParams.get('prompt');
  searchParams.set('prompt', before === null ? 'select_account' : `${before} select_account`);
}

async function grantsOf(
  credentials: CredentialStore,
  resource: string,
): Promise<readonly SignInGrant[]> {
  const kept = await credentials.grants(resource);
  if (!kept.ok)
    throw new SignInStop(
      'not-kept',
      'Couldn’t read the stored sign-ins. Run `skillgate doctor` to see why.',
    );
  return kept.value;
}

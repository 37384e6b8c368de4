import { describe, expect, it } from 'vitest';
import { directNetwork } from '../network/outbound.ts';
import { unreached } from './connect-failure.ts';

const address = new URL('https://mcp.acme.example:8443/mcp');
const failed = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('in detail'), { code }) });

describe('a server that is not reached', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'certificate-invalid', 'its certificate has expired (CERT_HAS_EXPIRED).'],
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'certificate',
      'it signed its certificate itself (DEPTH_ZERO_SELF_SIGNED_CERT).',
    ],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'certificate',
      'nobody that this machine knows signed its certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE).',
    ],
    [
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'certificate-invalid',
      'its certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID).',
    ],
    ['ENOTFOUND', 'dns', 'there is no host named mcp.acme.example (ENOTFOUND).'],
    [
      'EAI_AGAIN',
      'lookup',
      'the address of mcp.acme.example couldn’t be looked up right now (EAI_AGAIN).',
    ],
    ['ECONNREFUSED', 'network', 'nothing is listening at mcp.acme.example:8443 (ECONNREFUSED).'],
    [
      'UND_ERR_CONNECT_TIMEOUT',
      'network',
      'mcp.acme.example:8443 didn’t answer in time (UND_ERR_CONNECT_TIMEOUT).',
    ],
    [
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'network',
      'mcp.acme.example:8443 doesn’t speak https (ERR_SSL_WRONG_VERSION_NUMBER).',
    ],
    [
      'HPE_INVALID_CONSTANT',
      'http',
      'mcp.acme.example:8443 didn’t answer with HTTP (HPE_INVALID_CONSTANT).',
    ],
    [
      'UND_ERR_HEADERS_OVERFLOW',
      'too-large',
      'its response headers are too long (UND_ERR_HEADERS_OVERFLOW).',
    ],
    ['ESOMETHING', 'network', 'in detail'],
  ])('because of %s is said in words', (code, reason, why) => {
    expect(unreached(failed(code), address, directNetwork)).toEqual({ reason, why });
  });

  it('at several addresses says what was wrong with the first', () => {
    const first = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    const several = new TypeError('fetch failed', {
      cause: new AggregateError([first, new Error('other')]),
    });
    expect(unreached(several, address, directNetwork).reason).toBe('network');
    expect(unreached(several, address, directNetwork).why).toContain('nothing is listening');
    expect(unreached('odd', address, directNetwork)).toEqual({ reason: 'network', why: 'odd' });
  });
});

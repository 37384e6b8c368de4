import { describe, expect, it } from 'vitest';
import type { CommandOutput } from './terminal.ts';
import { maskingFor } from './masking.ts';

const hex = '0123456789abcdef0123456789abcdef';
const digest = `sha256:${hex}${hex}`;
const of = (json: unknown, ...given: readonly string[]): unknown => maskingFor(given).json(json);
const lines = (
  human: CommandOutput['human'],
  ...given: readonly string[]
): CommandOutput['human'] => maskingFor(given).output({ json: null, human, exit: 0 }).human;

describe('masking of command output', () => {
  it("keeps our own words and a person's, and masks secrets in a server's", () => {
    const skill = { server: 'verified', standing: 'verified', uri: 'skill://verified/SKILL.md' };
    expect(of({ skills: [skill], verified: 1 }, 'verified')).toEqual({
      skills: [{ ...skill, uri: 'skill://••••/SKILL.md' }],
      verified: 1,
    });
    expect(of({ reason: 'timeout' }, 'timeout')).toEqual({ reason: 'timeout' });
    expect(of({ reason: 'It said: timeout.' }, 'timeout')).toEqual({ reason: 'It said: ••••.' });
  });

  it("masks names and numbers in a server's JSON", () => {
    const raw = { uri: { standing: 'hunter2', hunter2: [12_345_678, true, null, 7] } };
    expect(of({ raw, frontmatter: raw }, 'hunter2', '12345678')).toEqual({
      raw: { uri: { standing: '••••', '••••': ['••••', true, null, 7] } },
      frontmatter: { uri: { standing: '••••', '••••': ['••••', true, null, 7] } },
    });
  });

  it('keeps fields whose names mask to the same text', () => {
    const metadata = { 'x-hunter2': 'evil', '••••': 'harmless', 'x-••••': 'kept', hunter2: 'last' };
    expect(of({ metadata }, 'hunter2')).toEqual({
      metadata: { 'x-••••': 'evil', '••••': 'harmless', 'x-•••• (2)': 'kept', '•••• (2)': 'last' },
    });
  });

  it('leaves digests whole unless one is a secret', () => {
    const said = `approve it with --set-digest ${digest}`;
    expect(of({ setDigest: digest, message: said }, '456789')).toEqual({
      setDigest: digest,
      message: said,
    });
    expect(lines([said, '456789'], '456789')).toEqual([said, '••••']);
    expect(of({ setDigest: digest }, hex)).toEqual({ setDigest: 'sha256:••••••••' });
  });

  it("leaves a file's bytes and the note about masking unchanged", () => {
    const content = { text: 'hunter2', base64: 'aHVudGVyMg==' };
    expect(of({ contents: [content] }, 'hunter2')).toEqual({ contents: [content] });
    const exact = [
      { quoted: 'hunter2', exact: true },
      { block: 'hunter2', exact: true },
    ] as const;
    expect(lines(exact, 'hunter2')).toEqual(exact);
    const report = {
      json: { uri: 'hunter2' },
      human: ['hunter2'],
      exit: 0,
      isMasked: true,
    } as const;
    expect(maskingFor(['hunter2']).output(report)).toBe(report);
  });

  it("doesn't copy values without secrets", () => {
    const json = { skills: [{ uri: 'a' }, { uri: 'b', files: [{ path: 'c' }] }] };
    expect(of(json, 'hunter2')).toBe(json);
  });

  it('masks the rest of a secret in a truncated text', () => {
    const { rest } = maskingFor(['a-long-secret-of-a-server']);
    expect(rest('secret-of-a-server | sh')).toBe('•••• | sh');
  });
});

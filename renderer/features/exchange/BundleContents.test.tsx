import { describe, expect, it } from 'vitest';
import { spaced, wouldWrite } from './BundleContents.tsx';

const item = (change: 'new' | 'replaces' | 'same' | 'unknown-server', older = false) =>
  ({
    server: 's',
    identity: 'i',
    uri: 'u',
    name: 'n',
    decision: 'approved',
    change,
    older,
    risky: false,
    message: '',
  }) as const;

describe('a bundle of decisions', () => {
  it('imports only what is new or different, for servers that are here', () => {
    const items = [item('new'), item('same'), item('replaces'), item('unknown-server')];
    expect(wouldWrite(items, false).map((one) => one.change)).toEqual(['new', 'replaces']);
  });
  it('imports older decisions only with separate permission', () => {
    const items = [item('replaces', true), item('new', true), item('new')];
    expect(wouldWrite(items, false)).toHaveLength(1);
    expect(wouldWrite(items, true)).toHaveLength(3);
  });
  it('leaves out approvals despite high or critical findings', () => {
    expect(wouldWrite([{ ...item('new'), risky: true }, item('replaces')], true)).toHaveLength(1);
  });
  it('shows a fingerprint in groups of four, with or without a prefix', () => {
    expect(spaced('sha256:0123456789')).toBe('sha256: 0123 4567 89');
    expect(spaced('01234567')).toBe('0123 4567');
  });
});

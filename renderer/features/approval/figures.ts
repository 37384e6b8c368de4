/** `sha256:0123456789ab…`: enough to tell two digests apart; copying gives the full one. */
export const shortDigest = (digest: string): string =>
  digest.length > 20 ? `${digest.slice(0, 19)}…` : digest;

/** The most recognizable name for a server's URI or a local folder. */
export const lastSegment = (uri: string): string =>
  uri
    .replace(/\/SKILL\.md$/, '')
    .split('/')
    .pop() || uri;

/** Permission bits as `ls` writes them: 0o755 is `rwxr-xr-x`. */
export const modeInWords = (mode: number): string =>
  [...'rwxrwxrwx'].map((letter, index) => (mode & (1 << (8 - index)) ? letter : '-')).join('');

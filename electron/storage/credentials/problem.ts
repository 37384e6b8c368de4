/** What protects what is kept: the system's keychain, or nothing but the mode of a key's file. */
export type VaultProtection = 'keychain' | 'session' | 'file';

/** 'session': nothing here can protect a file, so there is none. */
export type VaultReason = 'locked' | 'wrong-key' | 'unreadable' | 'unwritable' | 'session';

export interface VaultProblem {
  readonly reason: VaultReason;
  /** One sentence for people, with what they can do. */
  readonly message: string;
}

type Said =
  | 'locked'
  | 'busy'
  | 'no-new-key'
  | 'no-keychain'
  | 'wrong-key'
  | 'damaged'
  | 'newer'
  | 'unwritable'
  | 'session';

const reasons: Readonly<Record<Said, VaultReason>> = {
  locked: 'locked',
  busy: 'locked',
  'no-new-key': 'locked',
  'no-keychain': 'locked',
  'wrong-key': 'wrong-key',
  damaged: 'unreadable',
  newer: 'unreadable',
  unwritable: 'unwritable',
  session: 'session',
};

/** The problem of the file at `path`, in words. */
export function vaultProblem(said: Said, path: string): VaultProblem {
  return { reason: reasons[said], message: wordsOf(said, path) };
}

function wordsOf(said: Said, path: string): string {
  const anew = 'move it away, then sign in and enter your secrets again';
  switch (said) {
    case 'locked':
      return `The system’s keychain didn’t release the key of ${path}: unlock it (it may be asking you), then try again.`;
    case 'busy':
      return `Another Skillgate is using the key of ${path} (the system's keychain may be asking you): try again.`;
    case 'no-new-key':
      return `The system’s keychain can’t store the key for ${path}: unlock it (it may be asking you) and try again, or keep the key in a file that nothing but its mode protects (\`skillgate keychain --use-file\`).`;
    case 'no-keychain':
      return `The key of ${path} is in the system's keychain, which isn’t available here. Use your desktop session.`;
    case 'wrong-key':
      return `The system’s keychain no longer has the key for ${path}: restore the keychain, or ${anew}.`;
    case 'damaged':
      return `${path} is damaged: restore a copy, or ${anew}.`;
    case 'newer':
      return `${path} was written by a newer version of Skillgate. Use that version.`;
    case 'unwritable':
      return `${path} can’t be written. Check that you own its folder and the disk has space.`;
    case 'session':
      return 'This machine has no keychain that Skillgate can use. Run `skillgate keychain --use-file` to keep secrets in a file protected only by its permissions.';
  }
}

import { composeCore, type ComposeOptions } from './compose-core.ts';
import { createHandlers } from './ipc/handlers/handlers.ts';
import type { EventEnvelope, RequestHandlers, AppSnapshot } from '../shared/contract.ts';
import type { SignInOpening } from './engine/signing-in/sign-in-sessions.ts';
import type { Result } from '../shared/result.ts';

/** The product behind a window, whichever shell shows it. */
export interface WindowApplication {
  readonly handlers: RequestHandlers;
  subscribe(listener: (envelope: EventEnvelope) => void): () => void;
  /** Resolves when every server's process is gone. */
  close(): Promise<void>;
}

export interface ShellOptions {
  readonly shell: AppSnapshot['shell'];
  /** The version as the interface names it, when there is more to say than `version`. */
  readonly shownVersion?: string;
  /** Opens an https address outside, after the shell's own confirmation. */
  readonly openExternal: (url: string) => Promise<boolean>;
  /** Opens where a person signs in, after the page showed its host; false where it cannot. */
  readonly openSignIn: (opening: SignInOpening) => Promise<boolean>;
  /** Saves text where the person says; false when they chose no place. The error is for people. */
  readonly saveFile: (name: string, text: string) => Promise<Result<boolean, string>>;
  /** Asks the person for a folder; null when they chose none, or where a shell can't ask. */
  readonly chooseFolder: () => Promise<string | null>;
}

/**
 * Composes and starts: servers that may start are connected to and listed. Throws with one line
 * when it cannot.
 */
export async function compose(
  options: ComposeOptions,
  shell: ShellOptions,
): Promise<WindowApplication> {
  const core = await composeCore({ ...options, keepsFolders: true });
  if (!core.ok) throw new Error(core.error);
  const { app, publisher, dataFolder } = core.value;
  const about = {
    version: shell.shownVersion ?? options.version,
    shell: shell.shell,
    platform: platformOf(options.place.platform),
    dataFolder,
  };
  const handlers = createHandlers({
    parts: app,
    seq: () => publisher.seq,
    about,
    openExternal: shell.openExternal,
    openSignIn: shell.openSignIn,
    saveFile: shell.saveFile,
    chooseFolder: shell.chooseFolder,
  });
  const stop = app.startWatching();
  return { handlers, subscribe: (listener) => publisher.subscribe(listener), close: stop };
}

function platformOf(platform: NodeJS.Platform): AppSnapshot['platform'] {
  return platform === 'darwin' ? 'mac' : platform === 'win32' ? 'windows' : 'linux';
}

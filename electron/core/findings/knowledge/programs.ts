import type { ShellCommand } from '../reading/commands.ts';
import { isProgramName } from '../reading/program-names.ts';

/**
 * Whether a command is one, and not prose or a drawing that was read as shell: everything in a
 * script, and known programs elsewhere.
 */
export const isPromptedCommand = ({ name, part, call, isMethod }: ShellCommand): boolean =>
  !isMethod &&
  /^[a-z_][\w.+-]{0,60}$/.test(name) &&
  (part.from === 'script' || call !== null || isProgramName(name) || isFolderScript(name));

const isFolderScript = (name: string): boolean => /\.(?:sh|py|js|mjs|rb|ps1)$/.test(name);

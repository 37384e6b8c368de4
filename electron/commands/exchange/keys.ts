import type { AppContext } from '../../engine/contexts.ts';
import { CommandError, type CommandOutput } from '../call/command.ts';

/** `keys list`: this machine's own key, and the trusted keys. */
export async function listKeys(ctx: AppContext): Promise<CommandOutput> {
  const [own, trusted] = [await ctx.keys.own(), await ctx.keys.trusted()];
  if (!own.ok) throw new CommandError(own.error, 'store');
  if (!trusted.ok) throw new CommandError(trusted.error, 'store');
  return {
    json: { own: own.value.fingerprint, trusted: trusted.value },
    human: [
      `own      ${own.value.fingerprint}`,
      ...trusted.value.map(
        (key) => `trusted  ${key.fingerprint}  ${key.name}  since ${key.addedAt}`,
      ),
    ],
    exit: 0,
  };
}

/** `keys trust FINGERPRINT`. */
export async function trustKey(
  ctx: AppContext,
  { words, name = '' }: { readonly words: readonly string[]; readonly name: string | undefined },
): Promise<CommandOutput> {
  const [fingerprint = ''] = words;
  const added = await ctx.keys.trust({ fingerprint, name });
  if (!added.ok) throw new CommandError(added.error, 'bad-input');
  return { json: { trusted: fingerprint }, human: [`trusted ${fingerprint}`], exit: 0 };
}

/** `keys remove FINGERPRINT`. */
export async function removeKey(
  ctx: AppContext,
  { words }: { readonly words: readonly string[] },
): Promise<CommandOutput> {
  const [fingerprint = ''] = words;
  const removed = await ctx.keys.distrust(fingerprint);
  if (!removed.ok)
    throw removed.error === 'not-found'
      ? new CommandError("You don't trust a key with this fingerprint.", 'not-found')
      : new CommandError("Couldn't write the list of trusted keys.", 'store');
  return {
    json: { removed: fingerprint },
    human: [`removed ${fingerprint}; decisions imported with it stay`],
    exit: 0,
  };
}

import { CommandError, type Command } from './command.ts';

/** `keys list|trust|remove`: this machine's own key, and whose bundles are taken over. */
export const keysCommand: Command = async (ctx, options) => {
  const [action = 'list', fingerprint, ...rest] = options.positionals;
  if (rest.length > 0) throw new CommandError('see `skillgate keys --help`');
  if (action === 'list' && fingerprint === undefined) {
    const [own, trusted] = [await ctx.keys.own(), await ctx.keys.trusted()];
    if (!own.ok) throw new CommandError(own.error);
    if (!trusted.ok) throw new CommandError(trusted.error);
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
  if (fingerprint === undefined) throw new CommandError(`keys ${action} takes a fingerprint`);
  if (action === 'trust') {
    const added = await ctx.keys.trust({ fingerprint, name: options.name ?? '' });
    if (!added.ok) throw new CommandError(added.error);
    return { json: { trusted: fingerprint }, human: [`trusted ${fingerprint}`], exit: 0 };
  }
  if (action !== 'remove')
    throw new CommandError(`there is no \`keys ${action}\`; see \`skillgate keys --help\``);
  const removed = await ctx.keys.distrust(fingerprint);
  if (!removed.ok)
    throw new CommandError(
      removed.error === 'not-found'
        ? 'No such key is trusted.'
        : 'The list of keys can not be written.',
    );
  return {
    json: { removed: fingerprint },
    human: [`removed ${fingerprint}; what was taken over from it stays decided`],
    exit: 0,
  };
};

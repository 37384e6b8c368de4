import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { BundlePreview } from '../../shared/model/bundle.ts';
import { sameIdentity } from '../core/decisions/identity.ts';
import { largestBundle } from '../core/exchange/bundle.ts';
import { visible } from '../core/text.ts';
import { writeAtomic } from '../storage/atomic-file.ts';
import { readBounded } from '../storage/bounded-read.ts';
import { messageOf } from '../storage/disk.ts';
import {
  applyBundle,
  exportBundle,
  previewBundle,
  type PendingBundles,
} from '../usecases/deciding/bundle.ts';
import { CommandError, required, type Command, type Output } from './command.ts';
import { namedServer } from './targets.ts';

/**
 * `export --bundle FILE`: live decisions of the named servers, or of all, signed. Makes no
 * connection.
 */
export const exportBundleCommand: Command = async (ctx, options) => {
  const path = resolve(required(options.bundle, 'bundle'));
  const labels = [
    ...(options.server === undefined ? [] : [options.server]),
    ...options.positionals,
  ];
  const servers =
    labels.length === 0
      ? [...ctx.world.servers.values()]
      : labels.map((label) => namedServer(ctx, label));
  const records = ctx.approvals.all();
  const items = servers.flatMap(({ label, identity }) =>
    identity === null
      ? []
      : records
          .filter(
            (record) =>
              sameIdentity(record.server.identity, identity) &&
              (options.uri === undefined || record.uri === options.uri),
          )
          .map(({ uri }) => ({ server: label, uri })),
  );
  if (items.length === 0) throw new CommandError('There is no decision to export.');
  const sealed = await exportBundle(ctx, items);
  if (!sealed.ok) throw new CommandError(sealed.error.message);
  try {
    await writeAtomic(path, [Buffer.from(sealed.value.text)]);
  } catch (error) {
    throw new CommandError(`${path}: ${messageOf(error)}`);
  }
  const { fingerprint } = sealed.value;
  return {
    json: { bundle: path, decisions: items.length, fingerprint },
    human: [
      `${items.length} decision${items.length === 1 ? '' : 's'}  ${path}`,
      `signed by ${fingerprint}`,
    ],
    exit: 0,
  };
};

/**
 * `import FILE`: shows who signed and what would change; takes it over after a yes. Makes no
 * connection.
 */
export const importCommand: Command = async (ctx, options) => {
  const [name, ...rest] = options.positionals;
  if (name === undefined || rest.length > 0)
    throw new CommandError('the command is `skillgate import FILE [--yes]`');
  const pending: PendingBundles = new Map();
  const preview = await previewBundle(ctx, pending, await textOf(resolve(name)));
  if (preview.problem !== null || preview.signer === null)
    throw new CommandError(preview.problem ?? 'The bundle says not who signed it.');
  const trustKey = options['trust-key'] === true;
  if (options.yes !== true && !(await agrees(preview, options.json === true))) {
    return {
      json: { ...preview, applied: false },
      human: [...lines(preview), 'Nothing was changed; --yes takes it over.'],
      exit: 3,
    };
  }
  const applied = await applyBundle(ctx, pending, preview.bundleId, trustKey);
  if (!applied.ok)
    throw new CommandError(
      `${applied.error.message}${preview.signer.trusted ? '' : ' Compare the fingerprint with its owner, then add --trust-key.'}`,
    );
  const { outcomes } = applied.value;
  const done = outcomes.filter(({ outcome }) => outcome === 'done').length;
  return {
    json: { ...preview, applied: true, outcomes },
    human: [
      ...lines(preview),
      ...outcomes
        .filter(({ outcome }) => outcome !== 'done')
        .map(({ uri, message }) => `not taken over  ${uri}  ${message}`),
      `${done} of ${outcomes.length} taken over`,
    ],
    exit: done === outcomes.length ? 0 : 1,
  };
};

function lines({ signer, items }: BundlePreview): Output['human'] {
  return [
    `signed by ${signer?.name ?? ''}  ${signer?.fingerprint ?? ''}  ${signer?.trusted === true ? 'a key that you trust' : 'not a key that you trust'}`,
    ...items.map(
      ({ change, decision, uri, server, identity, message }) =>
        `${change.padEnd(14)}  ${decision.padEnd(8)}  ${uri}  (${server === '' ? identity : server})${message === '' ? '' : `  ${message}`}`,
    ),
  ];
}

/** Asks where a person sits at a terminal; anywhere else the answer is no. */
async function agrees(preview: BundlePreview, json: boolean): Promise<boolean> {
  if (json || process.stdin.isTTY !== true || process.stderr.isTTY !== true) return false;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const shown = lines(preview)
      .map((line) => visible(typeof line === 'string' ? line : line.block, 4_000))
      .join('\n');
    return (
      (await asking.question(`${shown}\nTake this over? Type yes: `)).trim().toLowerCase() === 'yes'
    );
  } finally {
    asking.close();
  }
}

async function textOf(path: string): Promise<string> {
  const file = await readBounded(await realpath(path).catch(() => path), largestBundle, {
    own: false,
  });
  if (!file.ok) throw new CommandError(file.error.message);
  return file.value.bytes.toString('utf8');
}

import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BundlePreview } from '../../../shared/model/bundle.ts';
import { largestBundle } from '../../core/exchange/bundle.ts';
import { readBounded } from '../../storage/disk/bounded-read.ts';
import type { AppContext } from '../../engine/contexts.ts';
import { applyBundle, type PendingBundles } from '../../engine/deciding/bundles/apply.ts';
import { previewBundle } from '../../engine/deciding/bundles/preview.ts';
import {
  CommandError,
  type OutputLine,
  type CommandOutput,
  type CommandContext,
  textIn,
} from '../call/command.ts';
import type { TerminalUser } from '../call/terminal-user.ts';

/**
 * `import FILE`: shows who signed and what would change, and imports it after the person agrees.
 * Makes no connection.
 */
export async function importBundle(
  ctx: AppContext,
  given: {
    readonly words: readonly string[];
    readonly yes: boolean;
    readonly 'trust-key': boolean;
    readonly 'accept-risk': boolean;
  },
  { person, cwd }: CommandContext,
): Promise<CommandOutput> {
  const [name = ''] = given.words;
  const pending: PendingBundles = new Map();
  const preview = await previewBundle(ctx, pending, await textOf(resolve(cwd, name)));
  if (preview.problem !== null || preview.signer === null)
    throw new CommandError(preview.problem ?? "The bundle doesn't say who signed it.", 'bad-input');
  if (!given.yes && !(await agrees(preview, person))) {
    return {
      json: { ...preview, applied: false },
      human: [...lines(preview), 'Nothing was changed. To import, run it again with --yes.'],
      exit: 3,
    };
  }
  // `--yes` is given before anybody has read which decisions are older, so it never covers them.
  const olderOnes = preview.items.filter(({ older }) => older);
  const older =
    !given.yes && olderOnes.length > 0 && (await agreesToOlder(olderOnes.length, person));
  const applied = await applyBundle(ctx, pending, preview.bundleId, {
    trustKey: given['trust-key'],
    older,
    acceptRisk: given['accept-risk'],
  });
  if (!applied.ok)
    throw new CommandError(
      applied.error.message +
        (preview.signer.trusted
          ? ''
          : ' Compare the fingerprint with its owner, then add --trust-key.'),
      applied.error.code,
    );
  const { outcomes } = applied.value;
  const done = outcomes.filter(({ outcome }) => outcome === 'done').length;
  return {
    json: { ...preview, applied: true, outcomes },
    human: [
      ...lines(preview),
      ...outcomes
        .filter(({ outcome }) => outcome !== 'done')
        .map(({ uri, message }) => `not imported  ${uri}  ${message}`),
      `${done} of ${outcomes.length} imported`,
    ],
    exit: done === outcomes.length ? 0 : 1,
  };
}

function lines({ signer, items, answers }: BundlePreview): CommandOutput['human'] {
  return [
    `signed by ${signer?.name ?? ''}  ${signer?.fingerprint ?? ''}  ` +
      `${signer?.trusted === true ? 'a key you trust' : 'a key you do not trust'}`,
    ...items.map(
      ({ change, older, risky, decision, uri, server, identity, message }) =>
        `${older ? 'OLDER, ' : ''}${risky ? 'RISK, ' : ''}${change.padEnd(14)}  ` +
        `${decision.padEnd(8)}  ${uri}  ` +
        `(${server === '' ? identity : server})${message === '' ? '' : `  ${message}`}`,
    ),
    ...answers.flatMap(({ uri, rule, reason, by }): OutputLine[] => [
      `${rule} dismissed by ${by}, for information only  ${uri}`,
      { quoted: reason },
    ]),
  ];
}

/** Asks the person at the terminal; without one, the answer is no. */
async function agrees(preview: BundlePreview, person: TerminalUser | null): Promise<boolean> {
  if (person === null) return false;
  person.say(lines(preview));
  return (await person.ask('Import these decisions? Type yes: ')) === 'yes';
}

async function agreesToOlder(count: number, person: TerminalUser | null): Promise<boolean> {
  if (person === null) return false;
  const asked =
    `${count} of these would replace a newer decision with an older one. ` +
    'To import those too, type older: ';
  return (await person.ask(asked)) === 'older';
}

async function textOf(path: string): Promise<string> {
  const file = await readBounded(await realpath(path).catch(() => path), largestBundle, {
    own: false,
  });
  if (!file.ok) throw new CommandError(file.error.message, 'bad-input');
  return textIn(file.value.bytes, path);
}

import { changingAttacks } from './hostile/changing.ts';
import { contentAttacks } from './hostile/content.ts';
import { listingAttacks } from './hostile/listing.ts';
import { processAttacks } from './hostile/process.ts';
import { textAttacks } from './hostile/text.ts';
import { wireAttacks } from './hostile/wire.ts';
import { yamlAttacks } from './hostile/yaml.ts';
import { option } from './support/arguments.ts';
import { serveRaw } from './support/raw.ts';
import type { Attack } from './support/raw.ts';

/**
 * A server that breaks one rule. `hostile.mjs MODE [--transport http] [--era modern]`;
 * `hostile.mjs --list` prints every mode with what it does.
 */
const attacks: Readonly<Record<string, Attack>> = {
  ...contentAttacks,
  ...changingAttacks,
  ...listingAttacks,
  ...textAttacks,
  ...yamlAttacks,
  ...wireAttacks,
  ...processAttacks,
};
const mode = process.argv[2] ?? '--list';
const attack = attacks[mode];
if (attack === undefined) {
  process.stdout.write(
    Object.entries(attacks)
      .map(([name, { about }]) => `${name}: ${about}\n`)
      .join(''),
  );
  process.exit(mode === '--list' ? 0 : 2);
}
await serveRaw(attack, {
  transport: option('transport', 'stdio'),
  modern: option('era', 'legacy') === 'modern',
});

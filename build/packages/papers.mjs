import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledComponents } from './components.mjs';
import { noticesOf, withoutText } from './notices.mjs';
import { CannotMake } from './reason.mjs';
import { billOfMaterials } from './sbom.mjs';

/** The bundles in a package. */
const shipped = ['main', 'preload', 'renderer', 'command', 'findings'];

/**
 * Writes the files that must accompany the program into `folder`: our license, the notices and the
 * bill of materials (also as `sbom`, for use without the package). `beside` are packages shipped
 * unchanged. Throws CannotMake if a bundled component has no readable license.
 */
export function writePapers({ root, folder, sbom, product, runtimes, builtAt, beside }) {
  const components = bundledComponents(root, shipped, beside);
  const silent = withoutText(components).map(({ name, version }) => `${name} ${version}`);
  if (silent.length > 0)
    throw new CannotMake(
      `${silent.join(', ')} would be shipped without a licence text: add one, or do without it`,
    );
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE.txt'));
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(components, product));
  writeFileSync(sbom, billOfMaterials(product, components, runtimes, builtAt));
  copyFileSync(sbom, join(folder, 'sbom.cdx.json'));
}

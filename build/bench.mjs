import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureApprove } from './bench/approve.mjs';
import { bundleEntry } from './bench/bundle.mjs';
import { measureCheckStart } from './bench/check-start.mjs';
import { measureCore } from './bench/core.mjs';
import { measureFindings } from './bench/findings.mjs';
import { measureFrontmatter } from './bench/frontmatter.mjs';
import { measureGateway } from './bench/gateway/gateway.mjs';
import { builtCommand } from './bench/gateway/stage.mjs';
import { machine } from './bench/machine.mjs';
import { measureLog } from './bench/log.mjs';
import { measureNoise } from './bench/noise.mjs';
import { measurePage } from './bench/page.mjs';
import { measurePageMany } from './bench/page-many.mjs';
import { measureStore } from './bench/store.mjs';
import { measureWhole } from './bench/whole.mjs';
import { measureWindow } from './bench/window.mjs';

/**
 * `npm run bench [-- core|whole|store|gateway|check|frontmatter|findings|log|noise|page|page-many|approve|window …]`: measures all or the
 * named parts and prints one JSON document; progress goes to stderr. Never part of the tests: another machine has other figures.
 */
const parts = [
  'core',
  'whole',
  'store',
  'gateway',
  'check',
  'frontmatter',
  'findings',
  'log',
  'noise',
  'page',
  'page-many',
  'approve',
  'window',
];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  console.error(`bench: no part is called ${unknown.join(', ')}; there are ${parts.join(', ')}`);
  process.exit(2);
}
const has = (name) => wanted.length === 0 || wanted.includes(name);
const say = (text) => console.error(`bench: ${text}`);

const scratch = mkdtempSync(join(tmpdir(), 'skillgate-bench-'));
const document = { at: new Date().toISOString(), machine: machine() };
try {
  // Bundled before anything is measured, so that all figures are of the same source.
  const product = has('core') ? await bundleEntry('product', scratch) : null;
  const store = has('store') ? await bundleEntry('store', scratch) : null;
  const gateway = has('gateway')
    ? { cli: await builtCommand(scratch), decider: await bundleEntry('gateway/decide', scratch) }
    : null;
  const findings = has('findings')
    ? {
        look: await bundleEntry('findings-look', scratch),
        served: await bundleEntry('findings-served', scratch),
      }
    : null;
  if (product !== null) document.core = await measureCore({ product, scratch, say });
  if (has('whole')) document.whole = measureWhole({ scratch, say });
  if (store !== null) document.store = await measureStore({ store, scratch, say });
  if (gateway !== null) document.gateway = await measureGateway({ ...gateway, scratch, say });
  if (has('check')) document.check = measureCheckStart({ scratch, say });
  if (has('frontmatter')) document.frontmatter = await measureFrontmatter({ scratch, say });
  if (findings !== null) document.findings = await measureFindings({ ...findings, scratch, say });
  if (has('log')) document.log = await measureLog({ scratch, say });
  if (has('noise')) document.noise = await measureNoise({ scratch, say });
  if (has('page')) document.page = await measurePage({ scratch, say });
  if (has('page-many')) document.pageMany = await measurePageMany({ scratch, say });
  if (has('approve')) document.approve = await measureApprove({ scratch, say });
  if (has('window')) document.window = await measureWindow({ scratch, say });
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
console.log(JSON.stringify(document, null, 2));

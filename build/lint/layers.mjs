/**
 * Which layer may import what. A file belongs to the first layer with a matching pattern, which may
 * import only the listed layers. `node: true` allows every Node module.
 */
const sdk = ['@modelcontextprotocol'];
const ui = [
  'react',
  'react-dom',
  'react-aria-components',
  'react-aria',
  'react-stately',
  '@react-aria',
  '@react-stately',
  '@tanstack/react-virtual',
  'hast-util-to-jsx-runtime',
  'unified',
  'remark-parse',
  'remark-rehype',
  'remark-gfm',
  'monaco-editor',
];

export const layers = [
  {
    name: 'shared/host/node',
    at: /^shared\/host\/node(\/|\.ts$)/,
    imports: ['shared/host', 'shared/host/node'],
    node: true,
  },
  { name: 'shared/host', at: /^shared\/host\//, imports: ['shared/host'] },
  { name: 'shared', at: /^shared\//, imports: ['shared', 'shared/host'], packages: ['zod'] },

  // Dialects don't know each other: shared code lies beside them, and the registry names them all.
  {
    name: 'electron/core/dialects/known',
    at: /^electron\/core\/dialects\/known\//,
    imports: ['electron/core/dialects/known', 'electron/core', 'shared'],
    siblings: /^electron\/core\/dialects\/known\/([^/]+?)(?:\.ts$|\/)/,
    pure: true,
  },
  {
    name: 'electron/core/dialects/registry',
    at: /^electron\/core\/dialects\/registry\.ts$/,
    imports: ['electron/core/dialects/known', 'electron/core'],
    pure: true,
  },
  {
    name: 'electron/core',
    at: /^electron\/core\//,
    imports: ['electron/core', 'shared', 'shared/host'],
    packages: [
      '@secretlint/core',
      '@secretlint/profiler',
      '@secretlint/secretlint-rule-preset-recommend',
      '@vscode/tree-sitter-wasm',
      'diff',
      'jsonc-parser',
      'markdown-it',
      're2js',
      'smol-toml',
      'tar',
      'yaml',
      'yauzl',
      'zod',
      'url-template',
    ],
    node: ['crypto', 'zlib', 'buffer'],
    pure: true,
  },
  {
    name: 'electron/engine/ports',
    at: /^electron\/engine\/ports\//,
    imports: ['electron/engine/ports', 'electron/core', 'shared', 'shared/host'],
  },
  {
    name: 'electron/engine',
    at: /^electron\/engine\//,
    imports: ['electron/engine', 'electron/engine/ports', 'electron/core', 'shared', 'shared/host'],
    packages: ['zod'],
    node: ['crypto', 'buffer'],
  },
  {
    name: 'electron/mcp',
    at: /^electron\/mcp\//,
    imports: [
      'electron/mcp',
      'electron/network',
      'electron/engine/ports',
      'electron/core',
      'shared',
    ],
    packages: [...sdk, 'cross-spawn', 'zod'],
    node: true,
  },
  // The gateway decides from values alone what it lets through, and its sessions know no transport.
  {
    name: 'electron/gateway/policy',
    at: /^electron\/gateway\/policy\//,
    imports: ['electron/gateway/policy', 'electron/core', 'shared'],
    pure: true,
  },
  {
    name: 'electron/gateway/session',
    at: /^electron\/gateway\/session\//,
    imports: [
      'electron/gateway/session',
      'electron/gateway/policy',
      'electron/engine',
      'electron/engine/ports',
      'electron/core',
      'shared',
    ],
    node: ['crypto', 'buffer'],
  },
  {
    name: 'electron/gateway/transport',
    at: /^electron\/gateway\/transport\//,
    imports: [
      'electron/gateway/transport',
      'electron/gateway/session',
      'electron/gateway/policy',
      'electron/core',
      'shared',
    ],
    packages: sdk,
    node: true,
  },
  {
    name: 'electron/inspection',
    at: /^electron\/inspection\//,
    imports: ['electron/inspection', 'electron/engine/ports', 'electron/core', 'shared'],
    node: true,
  },
  // Which addresses may be contacted at all, for code that follows a server's links.
  {
    name: 'electron/network',
    at: /^electron\/network\//,
    imports: ['electron/network'],
    node: true,
  },
  {
    name: 'electron/web',
    at: /^electron\/web\//,
    imports: [
      'electron/web',
      'electron/network',
      'electron/engine/ports',
      'electron/core',
      'shared',
    ],
    packages: ['zod'],
    node: true,
  },
  {
    name: 'electron/storage',
    at: /^electron\/storage\//,
    imports: [
      'electron/storage',
      'electron/engine/ports',
      'electron/core',
      'shared',
      'shared/host',
      // What a missing decisions file means is decided in one place, for hosts and the store.
      'shared/host/node',
    ],
    packages: ['zod', 'env-paths', '@napi-rs/keyring'],
    node: true,
  },
  {
    name: 'electron/sample',
    at: /^electron\/sample\//,
    imports: ['electron/sample', 'shared'],
    packages: [...sdk, 'zod'],
    node: true,
  },
  {
    name: 'electron/ipc',
    at: /^electron\/ipc\//,
    imports: ['electron/ipc', 'electron/engine', 'electron/engine/ports', 'shared'],
    packages: ['ws', 'zod'],
    node: true,
  },
  {
    name: 'electron/shell',
    at: /^electron\/shell\//,
    imports: ['electron/shell', 'electron/ipc', 'shared'],
    packages: ['electron'],
    node: true,
  },
  {
    name: 'electron/main',
    at: /^electron\/main\.ts$/,
    imports: [/^electron\//, 'shared'],
    packages: ['electron'],
    node: true,
  },
  {
    name: 'electron/preload',
    at: /^electron\/preload\.ts$/,
    imports: [/^electron\/shell\/channels\.ts$/, 'shared'],
    packages: ['electron'],
  },
  // serve.ts, cli.ts, compose.ts and the folders split from them.
  {
    name: 'electron roots',
    at: /^electron\//,
    imports: [
      /^electron\/(?!shell|main|preload)/,
      'electron roots',
      'shared',
      'shared/host',
      'shared/host/node',
    ],
    packages: ['ws', 'zod', 'env-paths'],
    node: true,
  },

  {
    name: 'renderer/components',
    at: /^renderer\/components\//,
    imports: ['renderer/components'],
    packages: ui,
  },
  {
    name: 'renderer/features',
    at: /^renderer\/features\//,
    imports: [
      'renderer/features',
      'renderer/components',
      'renderer/store',
      'renderer/bridge',
      'shared',
    ],
    packages: ui,
    siblings: /^renderer\/features\/([^/]+)\//,
  },
  {
    name: 'renderer/store',
    at: /^renderer\/store\//,
    imports: ['renderer/store', 'shared'],
    packages: ['zustand', 'react'],
  },
  { name: 'renderer/bridge', at: /^renderer\/bridge\//, imports: ['renderer/bridge', 'shared'] },
  {
    name: 'renderer',
    at: /^renderer\//,
    imports: [/^renderer(\/|$)/, 'shared'],
    packages: [...ui, 'zod'],
  },

  // Code as its authors publish it, in its own package.
  {
    name: 'e2e/real/installed',
    at: /^e2e\/real\/installed\//,
    imports: ['e2e/real/installed'],
    packages: true,
    node: true,
  },
  {
    name: 'e2e',
    at: /^e2e\//,
    imports: ['e2e', 'e2e/real/installed', 'build', 'shared', 'shared/host'],
    packages: [
      'oidc-provider',
      ...sdk,
      '@playwright/test',
      'axe-core',
      'ws',
      'zod',
      'yaml',
      'ajv',
      // Certificates for test servers.
      'asn1js',
      'pkijs',
      'skillgate-host',
    ],
    node: true,
  },
  // Benchmarks measure the product's own parts without a window.
  {
    name: 'build/bench',
    at: /^build\/bench\//,
    imports: [/^electron\/(?!shell|main|preload)/, 'build/bench', 'build', 'e2e', 'shared'],
    packages: true,
    node: true,
  },
  {
    name: 'build',
    at: /^build\//,
    imports: ['build', 'build/bench', 'e2e', 'shared'],
    packages: true,
    node: true,
  },
];

/** `js-yaml-*`: readers to compare frontmatter with; the SDK acts as a gateway's host. */
const forTests = [
  ...sdk,
  '@microsoft/jest-sarif',
  'ajv',
  'ajv-formats',
  'har-schema',
  'xmllint-wasm',
  'js-yaml-3',
  'js-yaml-4',
  'js-yaml-5',
  'vite',
  'vitest',
  '@testing-library',
  'yaml',
  'zod',
];

const isTest = (file) => /\.test\.tsx?$|\/testing\//.test(file);
const layerOf = (file) => layers.find((layer) => layer.at.test(file));
const matches = (name, list) =>
  list.some((allowed) => name === allowed || name.startsWith(`${allowed}/`));

/** `a/b/c.ts` + `../d.ts` → `a/d.ts`; null if it leaves the project. */
function resolve(from, specifier) {
  const parts = from.split('/').slice(0, -1);
  for (const step of specifier.replace(/[?#].*$/, '').split('/')) {
    if (step === '..') {
      if (parts.pop() === undefined) return null;
    } else if (step !== '.' && step !== '') parts.push(step);
  }
  return parts.join('/');
}

function judgeFile(layer, from, target, test) {
  const to = layerOf(target);
  if (to === undefined) return `${from} may not import ${target}: it belongs to no layer`;
  if (test) {
    // A test may set up anything on its own side of the contract, but never crosses it.
    const side = from.split('/')[0];
    if (target.startsWith(`${side}/`) || ['shared', 'build', 'e2e'].includes(target.split('/')[0]))
      return null;
  }
  // Style sheets contain no code, so anyone may use the tokens.
  if (target.endsWith('.css') && from.startsWith('renderer/') && target.startsWith('renderer/'))
    return null;
  const allowed = layer.imports.some((entry) =>
    typeof entry === 'string' ? entry === to.name : entry.test(target),
  );
  if (!allowed) return `${layer.name} may not import ${to.name}`;
  if (
    layer.siblings !== undefined &&
    to === layer &&
    layer.siblings.exec(target)?.[1] !== layer.siblings.exec(from)?.[1]
  ) {
    return `${from} may not import its sibling ${target}`;
  }
  return null;
}

/**
 * Takes the importing file (path from the project's root, with slashes) and the specifier. Returns
 * the broken rule as a sentence, or null.
 */
export function judgeImport(from, specifier) {
  const layer = layerOf(from);
  if (layer === undefined) return `${from} belongs to no layer`;
  const test = isTest(from);
  if (specifier.startsWith('.')) {
    const target = resolve(from, specifier);
    return target === null
      ? `${from} may not import from outside the project`
      : judgeFile(layer, from, target, test);
  }
  if (specifier.startsWith('node:')) {
    if (test || layer.node === true || (layer.node ?? []).includes(specifier.slice(5))) return null;
    return `${layer.name} may not import ${specifier}`;
  }
  if (test && matches(specifier, forTests)) return null;
  if (layer.packages === true || matches(specifier, layer.packages ?? [])) return null;
  return `${layer.name} may not import the package ${specifier}`;
}

/** True for code that must get the clock, randomness and the process as arguments. */
export const isPure = (file) => layerOf(file)?.pure === true && !isTest(file);

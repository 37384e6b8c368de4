/**
 * What `npm test` leaves to `npm run test:full`, and which changed paths bring a part back in CI. A
 * path that no row matches brings back everything.
 */
export const fullParts = [
  ...['electron', 'pictures', 'package'],
  ...['gateway', 'clients', 'defects', 'real', 'hosts'],
];
/** Those with programs of others, which mostly wait: they run side by side. */
export const withOthers = ['gateway', 'clients', 'defects', 'real', 'hosts'];

/** The first matching row decides. */
const rows = [
  // Covered by `npm test` itself.
  [
    /\.test\.tsx?$|\.fixture\.ts$|^(?:electron|renderer)\/.*\/testing\/|^electron\/integration\//,
    [],
  ],
  [/^(?:docs|build\/decisions|build\/last-full-run)(?:\/|$)|^[^/]+\.md$|^LICENSE$|^\.git/, []],
  [
    /^build\/(?:bench|eval|soak|mutation|lint)(?:\/|[.-])|^build\/(?:mutate|draw|check|oxlint|oxfmt)/,
    [],
  ],
  [/^e2e\/findings-set\//, []],
  [/^e2e\/tasks\//, []],
  // The two shells: what only one has, and what both consist of.
  [
    /^electron\/(?:shell|main|preload|ipc|web)|^shared\/contract|^renderer\/bridge/,
    ['electron', 'package'],
  ],
  [/^e2e\/pictures|^build\/pictures|^e2e\/fixtures\/(?:pictures|views)|29-pictures/, ['pictures']],
  [/^renderer\//, ['pictures']],
  [/^e2e\/(?:journeys|fixtures)\//, ['electron']],
  // What other people's programs use.
  [/^electron\/gateway\//, ['gateway', 'real', 'hosts']],
  [/^electron\/(?:core|engine|commands|storage)\/hosts\//, ['real', 'hosts']],
  [/^e2e\/hosts\//, ['hosts']],
  [/^electron\/(?:mcp|network)/, ['gateway', 'real']],
  [/^(?:shared\/host|e2e\/example-host)/, ['clients', 'real']],
  [/^e2e\/servers/, ['clients', 'defects', 'real']],
  [/^electron\/(?:core\/conformance|core\/lint|commands\/(?:checking|report))/, ['defects']],
  [/^e2e\/conformance\//, ['gateway', 'clients', 'defects']],
  // A finding more or less in the sample changes what its pages show.
  [/^electron\/core\/findings\//, ['pictures', 'real']],
  [/^electron\/(?:core|engine|storage|commands)\/|^shared\/|^e2e\/real\//, ['real']],
  [/^e2e\/package\/|^build\/(?:packages|icons)\//, ['package']],
  [/^electron\/(?:inspection|sample)\//, ['package', 'real']],
];

/** The parts that a change to these paths requires, in order. */
export function partsFor(paths) {
  const wanted = new Set(
    paths.flatMap((path) => rows.find(([pattern]) => pattern.test(path))?.[1] ?? fullParts),
  );
  return fullParts.filter((part) => wanted.has(part));
}

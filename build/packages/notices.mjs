const rule = '-'.repeat(78);

/**
 * The text of THIRD-PARTY-NOTICES.txt: everything bundled into the package, by name, with its
 * license. The same components give the same bytes.
 */
export function noticesOf(components, product) {
  const head = [
    `${product.name} ${product.version} holds the work of others.`,
    'What follows was read from the lists of files that the bundler put into it.',
    'The licences of Electron and Chromium lie beside the program, as its makers wrote them.',
  ];
  return `${[head.join('\n'), ...components.map(entry)].join(`\n\n${rule}\n`)}\n`;
}

function entry({ name, version, license, texts, inside }) {
  const within = inside === null ? '' : `, inside ${inside}`;
  const title = `${name} ${version}${within}\n${license ?? 'no licence named'}`;
  return [title, ...texts.map(({ text }) => text.replaceAll('\r\n', '\n').trim())].join('\n\n');
}

/** Components without a readable license: none may be shipped. */
export const withoutText = (components) => components.filter(({ texts }) => texts.length === 0);

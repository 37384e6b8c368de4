/** Fuses by their electron-builder names, with the first Electron that has each. */
const since = { grantFileProtocolExtraPrivileges: 29 };

/**
 * electron-builder's configuration for one runtime: `config` from `electron-builder.yml` plus what
 * only this run knows. The shipped version keeps every fuse; a test runtime loses those it's too
 * old for, which would end the run, and gets the preamble that its Node needs.
 */
export function builderConfig(config, { edition, runtime, extra, output }) {
  const major = Number(edition.electron.split('.')[0]);
  const known = ([name]) => edition.ships || major >= (since[name] ?? 0);
  return {
    ...config,
    ...(needsPreamble(edition, runtime) ? withPreamble(config) : {}),
    directories: { ...config.directories, output },
    electronDist: runtime.folder,
    electronVersion: edition.electron,
    electronFuses: Object.fromEntries(Object.entries(config.electronFuses).filter(known)),
    artifactName: config.artifactName.replace('${version}', `\${version}${edition.mark}`),
    extraResources: [{ from: extra, to: '.' }],
  };
}

const needsPreamble = (edition, runtime) => !edition.ships && parseInt(runtime.node, 10) < 20;

const withPreamble = ({ files, extraMetadata }) => ({
  files: [...files, { from: 'build/electron-runtime', to: '.', filter: ['preamble.cjs'] }],
  extraMetadata: { ...extraMetadata, main: 'preamble.cjs' },
});

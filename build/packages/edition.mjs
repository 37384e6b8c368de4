/**
 * What kind of package this runtime makes: `ships` only for the Electron that the project declares.
 * Any other is for tests: `mark` goes into every file name, and the app compares versions on its
 * own for its About.
 */
export function editionOf(runtime, ownElectron) {
  const ships = runtime.source !== 'registry' && runtime.electron === ownElectron;
  return { ships, electron: runtime.electron, mark: ships ? '' : '-TEST-ONLY' };
}

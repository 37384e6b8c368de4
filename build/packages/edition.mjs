/**
 * What a package made from this runtime is: `ships` only when it is the Electron that the project
 * names as its own. Any other is for tests: `mark` goes into every file name, and the app compares
 * versions by itself for its About.
 */
export function editionOf(runtime, ownElectron) {
  const ships = runtime.source !== 'registry' && runtime.electron === ownElectron;
  return { ships, electron: runtime.electron, mark: ships ? '' : '-TEST-ONLY' };
}

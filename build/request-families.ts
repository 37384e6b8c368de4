import type { RequestName } from '../shared/contract.ts';

/**
 * The family of each request of the contract: the file of `electron/ipc/handlers/` that answers it.
 * The journeys tagged `@both` run in both shells and together make requests of every family;
 * `judgeJourneys` fails a run in which they didn't.
 */
export const requestFamilies = {
  getSnapshot: 'app',
  cancel: 'app',
  closeResult: 'app',
  saveSettings: 'app',
  saveFile: 'app',
  chooseFolder: 'app',
  openExternal: 'app',

  addServer: 'servers',
  updateServer: 'servers',
  removeServer: 'servers',
  setServerEnabled: 'servers',
  viewStart: 'servers',
  allowStart: 'servers',
  reconnectServer: 'servers',
  findFolders: 'servers',
  addFolder: 'servers',
  addSampleServer: 'servers',
  previewPaste: 'servers',
  findImports: 'servers',
  applyImport: 'servers',
  refreshServer: 'servers',
  checkServer: 'servers',
  getReport: 'servers',
  exportReport: 'servers',
  getStderr: 'servers',

  signIn: 'sign-in',
  openSignIn: 'sign-in',
  finishSignIn: 'sign-in',
  cancelSignIn: 'sign-in',
  signOut: 'sign-in',

  openByUri: 'skills',
  refreshSkill: 'skills',
  getSkill: 'skills',
  readFile: 'skills',
  searchTexts: 'skills',
  keepReading: 'skills',
  getFindings: 'skills',
  answerFinding: 'skills',
  reopenFinding: 'skills',
  verifySkill: 'skills',
  verifyServer: 'skills',
  readAll: 'skills',
  listNotListed: 'skills',
  listTemplates: 'skills',
  completeTemplate: 'skills',
  expandTemplate: 'skills',
  readDirectory: 'skills',
  getChanges: 'skills',
  getDiff: 'skills',
  getMismatch: 'skills',
  exportChanges: 'skills',

  approve: 'decisions',
  deny: 'decisions',
  revoke: 'decisions',
  allowSession: 'decisions',
  decideMany: 'decisions',
  undo: 'decisions',
  undoMany: 'decisions',
  getHistory: 'decisions',
  getAudit: 'decisions',
  exportAudit: 'decisions',
  exportBundle: 'decisions',
  previewBundle: 'decisions',
  applyBundle: 'decisions',
  recoverDecisions: 'decisions',
  clearAll: 'decisions',

  getHosts: 'hosts',
  getHostRules: 'hosts',
  previewHost: 'hosts',
  previewHostRules: 'hosts',
  applyHost: 'hosts',
  dismissWaiting: 'hosts',

  getLog: 'log',
  getLogDetail: 'log',
  searchLog: 'log',
  composeLog: 'log',
  sendAgain: 'log',
  sendByHand: 'log',
  findExchange: 'log',
  copyLog: 'log',
  exportLog: 'log',
  openLog: 'log',
  closeLog: 'log',
  pinLog: 'log',
  clearLog: 'log',
} as const satisfies Record<RequestName, string>;

/** The family of the request that a frame of the page's socket carries; null where it carries none. */
export function familyOfFrame(frame: string): string | null {
  const [, name] = /^\{"id":\d+,"name":"(\w+)"/.exec(frame) ?? [];
  return name !== undefined && Object.hasOwn(requestFamilies, name)
    ? requestFamilies[name as RequestName]
    : null;
}

import {
  containerPower,
  elevation,
  looseRights,
  protections,
  uncheckedTransport,
} from './damage/protections.ts';
import { destruction, lostWork } from './damage/destruction.ts';
import {
  automaticCode,
  movingReference,
  nearMiss,
  foreignSource,
  unpinnedInstall,
} from './dependencies/sources.ts';
import { hiddenFile, otherType, executableFile } from './files/unexpected-files.ts';
import { activeContainer, activeDrawing } from './files/active-files.ts';
import {
  comments,
  farText,
  foreignEncoding,
  hiddenElements,
  imageText,
  longLines,
  trailingData,
} from './hidden/hidden-markup.ts';
import {
  controlCharacters,
  direction,
  isolates,
  privateUse,
  selectors,
  tagCharacters,
  zeroWidth,
} from './hidden/hidden-characters.ts';
import { linkText, lookalikeNames } from './hidden/misleading-names.ts';
import { everyTool, farTools, undeclaredShell, unusedTool } from './power/tools.ts';
import { hostHooks, hostSettings, loadCommands, reservedMetadata } from './power/host-power.ts';
import type { FindingRule } from './rule.ts';
import {
  decodedProgram,
  deserialiser,
  hiddenFileRun,
  opaqueText,
  unpackedScript,
} from './running/hidden-programs.ts';
import { swappedPayment, conditionalDamage } from './running/sabotage.ts';
import { downloadAndRun } from './running/download-and-run.ts';
import {
  evaluation,
  exhaustion,
  knownTool,
  processStart,
  reflection,
} from './running/running-code.ts';
import { fetchedProgram } from './running/fetched-program.ts';
import { reverseShell } from './running/reverse-shell.ts';
import {
  agentSettingsRead,
  environment,
  keyFiles,
  otherSkills,
  secretInFile,
  recording,
} from './secrets/read-secrets.ts';
import {
  fixedRecipient,
  dropHost,
  metadataAddress,
  privateNetwork,
  rawAddress,
} from './secrets/suspect-addresses.ts';
import { beacon, dnsData, networkSend, upload } from './secrets/sending.ts';
import { secretSent } from './secrets/secret-sent.ts';
import { accounts, ownStart, gitHooks, scheduled, shellStart } from './staying/staying.ts';
import {
  addedServers,
  agentMemoryWrite,
  reroutedAgent,
  selfEdit,
} from './staying/agent-changes.ts';
import {
  askingSecrets,
  dataLink,
  money,
  remoteInstructions,
  sending,
} from './steering/requests.ts';
import {
  concealment,
  confirmation,
  defences,
  detonator,
  otherTool,
  override,
  precedence,
} from './steering/orders.ts';
import { impersonation, promptLeak, refusal, spoof, stuffing } from './steering/manipulation.ts';
import { plantedOrders } from './steering/planted-orders.ts';

/** Every rule about one document, in the order of findings. */
export const rules: readonly FindingRule[] = [
  tagCharacters,
  direction,
  isolates,
  zeroWidth,
  selectors,
  controlCharacters,
  privateUse,
  comments,
  hiddenElements,
  farText,
  longLines,
  imageText,
  trailingData,
  linkText,
  lookalikeNames,
  foreignEncoding,
  override,
  concealment,
  spoof,
  impersonation,
  refusal,
  promptLeak,
  sending,
  confirmation,
  precedence,
  otherTool,
  remoteInstructions,
  askingSecrets,
  money,
  defences,
  dataLink,
  detonator,
  plantedOrders,
  stuffing,
  everyTool,
  farTools,
  hostHooks,
  loadCommands,
  hostSettings,
  undeclaredShell,
  unusedTool,
  reservedMetadata,
  downloadAndRun,
  fetchedProgram,
  decodedProgram,
  evaluation,
  opaqueText,
  processStart,
  hiddenFileRun,
  reverseShell,
  unpackedScript,
  deserialiser,
  reflection,
  knownTool,
  exhaustion,
  conditionalDamage,
  swappedPayment,
  keyFiles,
  environment,
  agentSettingsRead,
  otherSkills,
  networkSend,
  secretSent,
  dropHost,
  rawAddress,
  metadataAddress,
  privateNetwork,
  dnsData,
  upload,
  recording,
  beacon,
  fixedRecipient,
  secretInFile,
  scheduled,
  shellStart,
  gitHooks,
  agentMemoryWrite,
  addedServers,
  ownStart,
  selfEdit,
  accounts,
  reroutedAgent,
  elevation,
  looseRights,
  destruction,
  uncheckedTransport,
  protections,
  lostWork,
  containerPower,
  unpinnedInstall,
  foreignSource,
  automaticCode,
  nearMiss,
  movingReference,
  executableFile,
  activeContainer,
  otherType,
  activeDrawing,
  hiddenFile,
];

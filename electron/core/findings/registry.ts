import { containerPower } from './damage/container-power.ts';
import { destruction } from './damage/destruction.ts';
import { elevation } from './damage/elevation.ts';
import { looseRights } from './damage/loose-rights.ts';
import { lostWork } from './damage/lost-work.ts';
import { protections } from './damage/protections.ts';
import { uncheckedTransport } from './damage/unchecked-transport.ts';
import { automaticCode } from './dependencies/automatic-code.ts';
import { hiddenFile } from './files/hidden-file.ts';
import { otherType } from './files/other-type.ts';
import { activeContainer } from './files/active-container.ts';
import { movingReference } from './dependencies/moving-reference.ts';
import { nearMiss } from './dependencies/near-miss.ts';
import { foreignSource } from './dependencies/foreign-source.ts';
import { unpinnedInstall } from './dependencies/unpinned-install.ts';
import { activeDrawing } from './files/active-drawing.ts';
import { executableFile } from './files/executable-file.ts';
import { comments } from './hidden/comments.ts';
import { controlCharacters } from './hidden/control-characters.ts';
import { direction } from './hidden/direction.ts';
import { farText } from './hidden/far-text.ts';
import { foreignEncoding } from './hidden/foreign-encoding.ts';
import { hiddenElements } from './hidden/hidden-elements.ts';
import { imageText } from './hidden/image-text.ts';
import { isolates } from './hidden/isolates.ts';
import { linkText } from './hidden/link-text.ts';
import { longLines } from './hidden/long-lines.ts';
import { lookalikeNames } from './hidden/lookalike-names.ts';
import { privateUse } from './hidden/private-use.ts';
import { selectors } from './hidden/selectors.ts';
import { tagCharacters } from './hidden/tag-characters.ts';
import { trailingData } from './hidden/trailing-data.ts';
import { zeroWidth } from './hidden/zero-width.ts';
import { everyTool } from './power/every-tool.ts';
import { farTools } from './power/far-tools.ts';
import { hostHooks } from './power/hooks.ts';
import { hostSettings } from './power/host-settings.ts';
import { loadCommands } from './power/load-commands.ts';
import { reservedMetadata } from './power/reserved-metadata.ts';
import { undeclaredShell } from './power/undeclared-shell.ts';
import { unusedTool } from './power/unused-tool.ts';
import type { FindingRule } from './rule.ts';
import { decodedProgram } from './running/decoded-program.ts';
import { deserialiser } from './running/deserialiser.ts';
import { downloadAndRun } from './running/download-and-run.ts';
import { evaluation } from './running/evaluation.ts';
import { exhaustion } from './running/exhaustion.ts';
import { fetchedProgram } from './running/fetched-program.ts';
import { hiddenFileRun } from './running/hidden-file-run.ts';
import { knownTool } from './running/known-tool.ts';
import { opaqueText } from './running/opaque-text.ts';
import { processStart } from './running/process-start.ts';
import { reflection } from './running/reflection.ts';
import { reverseShell } from './running/reverse-shell.ts';
import { unpackedScript } from './running/unpacked-script.ts';
import { agentSettingsRead } from './secrets/agent-settings.ts';
import { beacon } from './secrets/beacon.ts';
import { dnsData } from './secrets/dns-data.ts';
import { dropHost } from './secrets/drop-host.ts';
import { environment } from './secrets/environment.ts';
import { keyFiles } from './secrets/key-files.ts';
import { metadataAddress } from './secrets/metadata-address.ts';
import { networkSend } from './secrets/network-send.ts';
import { otherSkills } from './secrets/other-skills.ts';
import { privateNetwork } from './secrets/private-network.ts';
import { rawAddress } from './secrets/raw-address.ts';
import { secretInFile } from './secrets/secret-in-file.ts';
import { secretSent } from './secrets/secret-sent.ts';
import { recording } from './secrets/recording.ts';
import { upload } from './secrets/upload.ts';
import { accounts } from './staying/accounts.ts';
import { addedServers } from './staying/added-servers.ts';
import { ownStart } from './staying/own-start.ts';
import { agentMemoryWrite } from './staying/agent-memory.ts';
import { gitHooks } from './staying/git-hooks.ts';
import { scheduled } from './staying/scheduled.ts';
import { selfEdit } from './staying/self-edit.ts';
import { shellStart } from './staying/shell-start.ts';
import { askingSecrets } from './steering/asking-secrets.ts';
import { concealment } from './steering/concealment.ts';
import { confirmation } from './steering/confirmation.ts';
import { dataLink } from './steering/data-link.ts';
import { defences } from './steering/defences.ts';
import { detonator } from './steering/detonator.ts';
import { impersonation } from './steering/impersonation.ts';
import { money } from './steering/money.ts';
import { otherTool } from './steering/other-tool.ts';
import { override } from './steering/override.ts';
import { plantedOrders } from './steering/planted-orders.ts';
import { precedence } from './steering/precedence.ts';
import { promptLeak } from './steering/prompt-leak.ts';
import { refusal } from './steering/refusal.ts';
import { remoteInstructions } from './steering/remote-instructions.ts';
import { sending } from './steering/sending.ts';
import { spoof } from './steering/spoof.ts';
import { stuffing } from './steering/stuffing.ts';

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
  secretInFile,
  scheduled,
  shellStart,
  gitHooks,
  agentMemoryWrite,
  addedServers,
  ownStart,
  selfEdit,
  accounts,
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

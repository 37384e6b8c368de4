import { connectionAttempts } from '../../shared/connection-advice.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * Every limit on what a server can make Skillgate do, in one place. Sizes in bytes, times in ms.
 * Whatever stops at a limit tells the person; nothing is cut silently. `skillFiles` and
 * `skillBytes` are the specification's ("Limits"); the others are Skillgate's.
 */
export const limits = {
  skillFiles: 512,
  skillBytes: 16 * MiB,
  responseBytes: 24 * MiB,
  /** One message between an app and its server, behind the gateway. */
  relayedBytes: 256 * MiB,
  textShownBytes: 1 * MiB,
  /** For a non-text file in hex: nobody reads more of one. */
  bytesShown: 64 * KiB,
  listPages: 1_000,
  listEntries: 100_000,
  listMs: 60_000,
  /**
   * For a file that doesn't match: how much is tried in other encodings to find the right digest.
   */
  rewrittenBytes: MiB / 4,
  /** One run of every check against one server. */
  conformanceMs: 300_000,
  /**
   * From the start of a process to its second listing: time for what it loads meanwhile. The longer
   * one is for whoever asks for a thorough check.
   */
  relistMs: 700,
  settleMs: 3_000,
  /** A file that takes longer gets a warning. */
  slowReadMs: 5_000,
  /** From here on, the slowest reads are listed. */
  noticedReadMs: 1_000,
  /** Text beyond which rules skip a file, and the processor time that they may spend on one. */
  inspectedBytes: 4 * MiB,
  inspectMs: 5_000,
  /** For one parse of it: a text that chokes a parser only loses what needs the tree. */
  parseMs: 1_000,
  /** How long loading the rules may take, before any file is inspected. */
  inspectorStartMs: 30_000,
  /**
   * Bytes of one server's files awaiting inspection; beyond it, nothing more of that server is
   * read.
   */
  waitingBytes: 16 * MiB,
  /** Loaded from one server in one session. */
  serverBytes: 256 * MiB,
  serverRequests: 8,
  /**
   * Number of skills of all servers up to which memory is spent for speed, and from which on hardly
   * any is.
   */
  fewSkills: 4_000,
  manySkills: 30_000,
  /** A package runner that has to download first needs 10 to 40 s. */
  connectMs: 60_000,
  requestMs: 30_000,
  /**
   * In a check, for a method that gave no answer before, or the first one sent after another method
   * gave none.
   */
  impatientMs: 5_000,
  /**
   * In a check, for all unanswered requests together; their methods aren't sent again after that.
   */
  silenceMs: 45_000,
  /**
   * The longest pause that a check grants a server that asks for one (HTTP 429, 503), at once and
   * per run.
   */
  leftAloneMs: 60_000,
  leftAloneInAllMs: 120_000,
  /** One request to a server that declares no dialect. */
  probeMs: 5_000,
  stderrBytes: 1 * MiB,
  /**
   * What is read per second from one pipe of a server that nobody asked for: notifications and
   * requests, other lines, bytes. Each uses up the whole budget.
   */
  unaskedMessages: 4_000,
  unaskedLines: 400_000,
  unaskedBytes: 4 * MiB,
  /** How long a server has had to wait for that until it's called noisy. */
  noisyMs: 1_000,
  /** Rows of the log for that, per connection: at once, and per second. */
  unaskedRows: 2_000,
  unaskedRowsPerSecond: 20,
  frontmatterBytes: 64 * KiB,
  /** Anchors and aliases. */
  frontmatterAliases: 50,
  frontmatterDepth: 64,
  /** Maximum nesting of pasted or imported YAML. */
  configurationDepth: 100,
  /** The largest of 27,910 real skills has 1,235; reading takes about 3 µs each. */
  frontmatterTokens: 4_096,
  entryBytes: 256 * KiB,
  /** How often a stream that tells of changes is asked for again if it ends at once. */
  retries: 5,
  /** How often a failed connection is tried again without a person, and the first pause; it doubles. */
  reconnects: connectionAttempts - 1,
  firstReconnectMs: 1_000,
  /** Exchanges kept in the protocol log, and the total bytes of their bodies. */
  logRows: 50_000,
  logBytes: 32 * MiB,
  descriptionShown: 200,
  /** Verified text kept in memory per session so that an approval can store it for later diffs. */
  snapshotBytes: 64 * MiB,
  /** Content that failed a check, kept in memory for a person who wants to see it. */
  rejectedBytes: 32 * MiB,
  /** How many files in a row may break a connection before this run gives up on the server. */
  breaksInARow: 5,
  directoryChildren: 10_000,
  /**
   * How long after a server's own notification the skills are listed again, how many such listings
   * may follow at once, and how far apart the later ones are.
   */
  refreshAfterMs: 250,
  refreshBurst: 2,
  refreshEveryMs: 2_000,
  /** Resources of one server that are subscribed to. */
  subscriptions: 64,
  /** Unpacked archives kept in memory per process. */
  archiveCacheBytes: 64 * MiB,
  /**
   * Files, folders and links of one archive together; `skillFiles` and `skillBytes` limit its
   * files.
   */
  archiveEntries: 2_048,
  /** Segments of one path in an archive. */
  archiveDepth: 32,
  /** UTF-16 units of one path, and bytes of one link's target. */
  archivePathLength: 1_024,
  /** Ratio of unpacked to packed bytes, for one entry and for the whole archive. */
  archiveRatio: 200,
  /**
   * How much a tar may hold beyond its files' bytes (headers, padding, the end), and the maximum
   * central directory of a zip.
   */
  archiveHeaderBytes: 4 * MiB,
  /** One pax or GNU long name header of a tar, and all of them together. */
  archiveMetaBytes: 64 * KiB,
  archiveMetaTotalBytes: 1 * MiB,
  /** Extra fields of one zip header. */
  archiveExtraFields: 32,
} as const;

const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * Every bound on what a server can make Skillgate do, in one place. Sizes in bytes, times in
 * ms. Whatever stops at one of these says so to the person; nothing is cut silently.
 * `skillFiles` and `skillBytes` are the specification's ("Limits"); the others are ours.
 */
export const limits = {
  skillFiles: 512,
  skillBytes: 16 * MiB,
  responseBytes: 24 * MiB,
  textShownBytes: 1 * MiB,
  /** Of a file that is no text, in hex: nobody reads more of one. */
  bytesShown: 64 * KiB,
  listPages: 1_000,
  listEntries: 100_000,
  listMs: 60_000,
  /** Of a file that does not match: what is written otherwise, to find what has the right digest. */
  rewrittenBytes: MiB / 4,
  /** One run of every check against one server. */
  conformanceMs: 300_000,
  /** After the start of a process: who loads its skills later than that is not found out. */
  settleMs: 3_000,
  /** Text over which no rule looks at a file, and for how long rules may look at one. */
  inspectedBytes: 4 * MiB,
  inspectMs: 5_000,
  /** For one parse of it: a text that a parser chokes on costs what needs the tree, and no more. */
  parseMs: 1_000,
  /** Until the rules are loaded, which is before any file is looked at. */
  inspectorStartMs: 30_000,
  /** Bytes of one server's files that wait for their inspection; nothing more of it is read. */
  waitingBytes: 16 * MiB,
  /** Fetched from one server in one session. */
  serverBytes: 256 * MiB,
  serverRequests: 8,
  /** Skills of all servers up to which memory is spent for speed, and from which on hardly any is. */
  fewSkills: 4_000,
  manySkills: 30_000,
  /** A package runner that has to fetch first needs 10 to 40 s. */
  connectMs: 60_000,
  requestMs: 30_000,
  /**
   * In a check, for a method that gave no answer before, or that is asked first after another one gave
   * none.
   */
  impatientMs: 5_000,
  /** In a check, for all that give no answer: who gave none is not asked any more then. */
  silenceMs: 45_000,
  /**
   * A server that is being checked and asks to be left alone (HTTP 429, 503) is left alone for no longer
   * than this, at a time and in one run.
   */
  leftAloneMs: 60_000,
  leftAloneInAllMs: 120_000,
  /** One question to a server that declares no dialect. */
  probeMs: 5_000,
  stderrBytes: 1 * MiB,
  frontmatterBytes: 64 * KiB,
  /** Anchors, and aliases. */
  frontmatterAliases: 50,
  frontmatterDepth: 64,
  /** Levels of a configuration in YAML, of which a person pastes or imports any. */
  configurationDepth: 100,
  /** Of 27,910 real skills the largest has 1,235; reading takes about 3 µs for each. */
  frontmatterTokens: 4_096,
  entryBytes: 256 * KiB,
  retries: 5,
  /** Exchanges kept in the protocol log, and the bytes that their bodies may take together. */
  logRows: 50_000,
  logBytes: 32 * MiB,
  descriptionShown: 200,
  /** Verified text kept in memory per session so that an approval can keep it for later diffs. */
  snapshotBytes: 64 * MiB,
  /** Of what failed a check, kept in memory for a person who wants to see it. */
  rejectedBytes: 32 * MiB,
  /** Consecutive files that may break a connection before the server is given up for this run. */
  breaksInARow: 5,
  directoryChildren: 10_000,
  /**
   * How long after a server's own notification the skills are listed again; how many such listings may
   * follow each other at once, and how far apart they are from there on.
   */
  refreshAfterMs: 250,
  refreshBurst: 2,
  refreshEveryMs: 2_000,
  /** Resources of one server that changes are asked for. */
  subscriptions: 64,
  /** Unpacked archives kept in memory per process. */
  archiveCacheBytes: 64 * MiB,
  /**
   * Files, folders and links of one archive together; `skillFiles` and `skillBytes` bound its
   * files.
   */
  archiveEntries: 2_048,
  /** Segments of one path in an archive. */
  archiveDepth: 32,
  /** UTF-16 units of one path, and bytes of one link's target. */
  archivePathLength: 1_024,
  /** Unpacked bytes to packed bytes, of one entry and of the whole archive. */
  archiveRatio: 200,
  /**
   * What a tar may hold beyond its files' bytes (headers, padding, the end), and the central
   * directory of a zip.
   */
  archiveHeaderBytes: 4 * MiB,
  /** One pax or GNU long name header of a tar, and all of them together. */
  archiveMetaBytes: 64 * KiB,
  archiveMetaTotalBytes: 1 * MiB,
  /** Extra fields of one header of a zip. */
  archiveExtraFields: 32,
} as const;

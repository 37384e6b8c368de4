/**
 * What a person meets at one server, in the order in which they would: found, read, verified,
 * approved, changed on the disk, revoked. Gives what was said at each step, in words that do not
 * change from run to run; a server that gives no skill has only what is said of it.
 */
export async function story(person, disk, server, row) {
  const listed = await person.list();
  const told = {
    speaks: listed.protocolVersion ?? listed.status,
    found: listed.skills.map(({ uri, dialect }) => `${uri} ${dialect}`).sort(),
    says: [...new Set([...listed.problems, ...listed.advice].map(saying))].sort(),
  };
  if (row.opens === undefined) return told;

  const skill = person.about(row.opens);
  const inList = listed.skills.find(({ uri }) => uri === row.opens);
  const { integrity, metadataDigest, error } = inList ?? flat(await skill.show());
  if (error !== undefined) return { ...told, shown: error.message };
  const path = row.changes.slice(row.changes.indexOf('/') + 1);
  const read = await skill.read(path);
  told.read = words(read);
  const verified = await skill.verify();
  told.verified = counted(verified);

  // Where a server publishes no digests, what was read is what is decided on, and read again.
  const none = integrity !== 'manifest';
  const [how, asking] = none ? [['--read-all'], ['--read']] : [[], []];
  const { setDigest } = verified.skills?.[0] ?? {};
  const digests =
    typeof setDigest === 'string'
      ? ['--set-digest', setDigest, '--metadata-digest', metadataDigest, '--accept-risk']
      : [];
  let approved = await skill.approve(...how, ...digests);
  // Paths that a server states come with its files: then the first try shows what is decided on.
  if (approved.outcome === 'stale')
    approved = await skill.approve(
      ...how,
      ...['--set-digest', approved.setDigest, '--metadata-digest', approved.metadataDigest],
      '--accept-risk',
    );
  if (approved.status !== 0) return { ...told, approved: words(approved) };
  told.approved = await skill.standing(...asking);
  disk.change(row.changes);
  await server.again();
  told.changed = await skill.standing(...asking);
  await skill.revoke();
  told.revoked = await skill.standing(...asking);
  return told;
}

const flat = ({ entry, ...rest }) => ({ ...entry, ...rest });
const saying = ({ rule, message }) => `${rule}: ${message}`;

/** `4 verified`, or what came of how many files. */
function counted({ skills, error }) {
  if (error !== undefined) return error.message;
  const counts = {};
  for (const { verdict } of skills.flatMap(({ files }) => files ?? []))
    counts[verdict.status] = (counts[verdict.status] ?? 0) + 1;
  return Object.entries(counts)
    .map(([status, count]) => `${count} ${status}`)
    .sort()
    .join(', ');
}

const words = ({ verdict, error, message, ...rest }) =>
  verdict?.message ?? verdict?.status ?? error?.message ?? message ?? JSON.stringify(rest);

import { metadataDigestOf } from '../../../electron/core/decisions/metadata.ts';
import { setDigestOf } from '../../../electron/core/held/standing.ts';
import { composeCore } from '../../../electron/compose-core.ts';
import { decideSkills } from '../../../electron/usecases/deciding/decide.ts';
import { list } from '../../../electron/usecases/listing/list.ts';

// `decide.mjs CONFIG HOME approve|deny COUNT`: decides about the first COUNT skills of the only
// server of CONFIG, as a person does who selects them all. Prints how many decisions were written.
const [config = '', home = '', action = '', count = '0'] = process.argv.slice(2);
if (action !== 'approve' && action !== 'deny') throw new Error(`no such decision: ${action}`);

const core = await composeCore({
  place: { platform: process.platform, home, env: { SKILLGATE_HOME: home } },
  cwd: home,
  version: '0.0.0',
  userName: 'bench',
  sample: { command: process.execPath, args: [] },
  sessionConfig: config,
  autoRetry: false,
  keepLog: false,
});
if (!core.ok) throw new Error(core.error);
const { app } = core.value;
const [server] = [...app.catalogue.servers.values()];
if (server === undefined || !(await app.links.connect(server)))
  throw new Error(`not connected: ${JSON.stringify(server?.connection)}`);
await list(app, server, new AbortController().signal);
const items = [...server.skills.values()].slice(0, Number(count)).map((skill) => ({
  server: server.label,
  uri: skill.entry.uri,
  setDigest: setDigestOf(skill.entry),
  metadataDigest: metadataDigestOf(skill.entry),
  replaces: skill.record?.id ?? null,
  grants: [],
}));
const outcomes = await decideSkills(app, items, { action, note: '', expiresAt: null });
const failed = outcomes.find(({ outcome }) => outcome !== 'done');
if (failed !== undefined) throw new Error(`${failed.uri}: ${failed.outcome}, ${failed.message}`);
await app.shutDown();
console.log(outcomes.length);

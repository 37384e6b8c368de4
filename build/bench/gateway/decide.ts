import { pinOf } from '../../../electron/core/decisions/identity.ts';
import { metadataDigestOf } from '../../../electron/core/decisions/display.ts';
import { setDigestOf } from '../../../electron/core/skill-state/standing.ts';
import { decideSkills } from '../../../electron/engine/deciding/decide.ts';
import { list } from '../../../electron/engine/listing/list.ts';
import { opened } from '../opened.ts';

// `decide.mjs CONFIG HOME approve|deny COUNT`: decides about the first COUNT skills of CONFIG's
// only server, like a person who selects them all. Prints how many decisions were saved.
const [config = '', home = '', action = '', count = '0'] = process.argv.slice(2);
if (action !== 'approve' && action !== 'deny') throw new Error(`no such decision: ${action}`);

const { app, server } = await opened(config, home);
await list(app, server, new AbortController().signal);
const items = [...server.skills.values()].slice(0, Number(count)).map((skill) => ({
  server: server.label,
  uri: skill.entry.uri,
  identity: pinOf(server.identity),
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

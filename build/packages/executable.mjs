import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotMake } from './reason.mjs';
import { runTool } from './tool.mjs';

/** Node's mark for the place of a single executable's program (nodejs.org/api, "SEA"). */
const mark = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * The `skillgate` command as one program with its own Node: Electron's can't be used because its
 * `RunAsNode` fuse is off. `script` is the bundle, `node` the Node to embed. Writes `output` and
 * Node's license beside it. Throws CannotMake with what to do.
 */
export async function makeExecutable({ root, script, node = process.execPath, output, version }) {
  if (!readFileSync(node).includes(mark))
    throw new CannotMake(
      `${node} cannot carry a program: run this with a Node from nodejs.org instead`,
    );
  const licence = nodeLicence(node);
  const work = dirname(script);
  const blob = join(work, 'skillgate.blob');
  const config = {
    main: script,
    output: blob,
    disableExperimentalSEAWarning: true,
    // Its bytes differ between runs, and it saves only a tenth of the start.
    useCodeCache: false,
    // Since Node 24.6: `NODE_OPTIONS` must not load code into the command.
    execArgvExtension: 'none',
  };
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config));
  await runTool(node, ['--experimental-sea-config', join(work, 'sea.json')]);

  mkdirSync(dirname(output), { recursive: true });
  copyFileSync(node, output);
  chmodSync(output, 0o755);
  if (process.platform === 'darwin') await runTool('codesign', ['--remove-signature', output]);
  const macho = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : [];
  const postject = join(root, 'node_modules/postject/dist/cli.js');
  const injected = [postject, output, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', mark, ...macho];
  await runTool(process.execPath, injected);
  if (process.platform === 'darwin') await runTool('codesign', ['--sign', '-', output]);
  copyFileSync(licence, join(dirname(output), 'LICENSE.node.txt'));

  const said = (await runTool(output, ['--version'], { env: {} })).trim();
  if (said !== version) throw new Error(`${output} says ${said} instead of ${version}`);
}

/** Where Node's makers and packagers put its license. */
function nodeLicence(node) {
  const top = join(dirname(node), '..');
  const places = ['LICENSE', 'share/doc/node/LICENSE', 'share/doc/nodejs/LICENSE'];
  const found = [join(dirname(node), 'LICENSE'), ...places.map((place) => join(top, place))].find(
    existsSync,
  );
  if (found === undefined)
    throw new CannotMake(
      `the licence of ${node} is not beside it, and the command carries that Node: put it into ${top}/LICENSE`,
    );
  return found;
}

import { composeCore } from '../../electron/compose-core.ts';

/**
 * The product's core connected to the only server in a list, for the benchmarks. Rules inspect
 * files if `findings` names the built inspection.
 */
export async function opened(config: string, home: string, findings?: string) {
  const core = await composeCore({
    place: { platform: process.platform, home, env: { SKILLGATE_HOME: home } },
    cwd: home,
    version: '0.0.0',
    userName: 'bench',
    sample: { command: process.execPath, args: [] },
    sessionConfig: config,
    allowStart: true,
    autoRetry: false,
    keepLog: false,
    ...(findings === undefined ? {} : { findings }),
  });
  if (!core.ok) throw new Error(core.error);
  const { app } = core.value;
  const [server] = [...app.catalogue.servers.values()];
  if (server === undefined || !(await app.links.connect(server)))
    throw new Error(`not connected: ${JSON.stringify(server?.connection)}`);
  return { app, server };
}

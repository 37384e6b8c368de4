import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { measureSets } from './findings-sets.mjs';
import { measureServed } from './findings-served.mjs';
import { against, median, quantile, rounded } from './numbers.mjs';
import { scriptOf, scripts } from './scripts.mjs';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const rounds = 15;
const scriptBytes = 100_000;

/**
 * Measures the built rules (`node build/build.mjs`): their cost on scripts of 100 KB and beside
 * verifying 2,500 skills, and their findings in the labeled sets that `SKILLGATE_CORPORA` names.
 */
export async function measureFindings({ look, served, scratch, say }) {
  if (!existsSync(`${repository}dist/findings/worker.cjs`))
    return { notMeasured: 'the rules are not built: node build/build.mjs' };
  const looking = startLooking(look);
  try {
    return {
      scripts: await measureScripts(looking, say),
      served: await measureServed({ served, scratch, say }),
      sets: await measureSets({ looking, say }),
    };
  } finally {
    looking.end();
  }
}

/** Warm-up: the first runs load a grammar and don't count. */
async function measureScripts(looking, say) {
  const figures = [];
  for (const [language, { path }] of Object.entries(scripts)) {
    const text = scriptOf(language, scriptBytes);
    const files = [{ path, base64: Buffer.from(text).toString('base64') }];
    const [{ lookMs, parseMs, notInspected }] = await looking.ask({
      files,
      times: rounds + 3,
      language,
    });
    if (notInspected.length > 0)
      throw new Error(`${language} was not inspected: ${JSON.stringify(notInspected)}`);
    const [looks, parses] = [lookMs.slice(3), parseMs.slice(3)];
    figures.push({
      language,
      bytes: text.length,
      rounds,
      parseMs: rounded(median(parses)),
      lookMs: { p50: rounded(median(looks)), p95: rounded(quantile(looks, 0.95)) },
      lookOverParse: rounded(median(looks) / median(parses)),
      target: against(median(looks), 100),
    });
    say(`findings: a script in ${language}`);
  }
  return figures;
}

/** One process that inspects what it's given, one request at a time. */
function startLooking(look) {
  const child = spawn(process.execPath, [look, repository], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** Returns the findings of each file. */
    async ask(question) {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('the process that looks at files has ended');
      return JSON.parse(value).files;
    },
    end: () => void child.kill(),
  };
}

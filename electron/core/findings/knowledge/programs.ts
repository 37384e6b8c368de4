import type { ShellCommand } from '../reading/commands.ts';
import { isProgramName } from '../reading/shell-texts.ts';

/**
 * Whether a command is one, and not prose or a drawing that was read as shell: everything in a
 * script, and known programs elsewhere.
 */
export const isPromptedCommand = ({ name, part, call, isMethod }: ShellCommand): boolean =>
  !isMethod &&
  /^[a-z_][\w.+-]{0,60}$/.test(name) &&
  (part.from === 'script' || call !== null || isProgramName(name) || isFolderScript(name));

const isFolderScript = (name: string): boolean => /\.(?:sh|py|js|mjs|rb|ps1)$/.test(name);

const shells = new Set('sh bash zsh dash ksh ash fish csh tcsh pwsh powershell cmd'.split(' '));
const languages =
  /^(?:python[\d.]*|pypy\d?|node|nodejs|deno|bun|ruby|perl|php|lua|tclsh|osascript|groovy|rscript)$/;
const evaluators = new Set(['eval', 'source', '.', 'iex', 'invoke-expression']);

export const isShell = (name: string): boolean => shells.has(name);

export const isInterpreter = (name: string): boolean => shells.has(name) || languages.test(name);

/** Commands that run their argument: `eval "$(…)"`, `source <(…)`, `bash -c "$(…)"`, `iex (…)`. */
export function runsArgument(command: ShellCommand): boolean {
  if (evaluators.has(command.name)) return true;
  if (codeOf(command)?.match(/^["']?(?:\$\(|`)/)) return true;
  return isInterpreter(command.name) && !isFilter(command);
}

/** Interpreters that get a program through a pipe, not data for a program in their arguments. */
export function runsInput(command: ShellCommand): boolean {
  if (command.name === 'iex' || command.name === 'invoke-expression') return true;
  // `python3 -c 'exec(sys.stdin.read())'`, `make -f -`, `crontab -`, `$0` and `"$SHELL"`.
  if (isInterpreter(command.name) && readsCode.test(codeOf(command) ?? '')) return true;
  if (/^(?:\$0|\$\{?(?:shell|bash)\}?|"\$shell"|"\$0")$/.test(command.name)) return true;
  const words = command.args.map(({ text }) => text).join(' ');
  if (command.name === 'make') return /(?:^|\s)-f\s?(?:-|\/dev\/stdin)(?:\s|$)/.test(words);
  if (/^(?:crontab|at|batch)$/.test(command.name))
    return command.name === 'crontab' ? words === '-' : !/-f/.test(words);
  if (command.wrappers.includes('xargs') && isInterpreter(command.name))
    return /(?:^|\s)-c$|\{\}|%/.test(words);
  if (!isInterpreter(command.name) || isFilter(command)) return false;
  const own = command.args.findIndex(({ text }) => !text.startsWith('-') || text === '-');
  const first = command.args[own]?.text;
  if (first === undefined || first === '-' || first === '/dev/stdin') return true;
  // `bash -s -- y`, `sh -s stable`: the words after -s are arguments of the program.
  return command.args.slice(0, own).some(({ text }) => /^-[a-z]*s$/.test(text) || text === '--');
}

/** A one-line program that runs what it reads. */
const readsCode =
  /\b(?:exec|eval)\b[\s\S]*\b(?:stdin|STDIN|input\(|fs\.readFileSync\(0)|^\s*eval\b/;

/** The program in an argument: `python3 -c 'CODE'`. */
function codeOf({ name, args }: ShellCommand): string | null {
  const flag = args.findIndex(({ text }) => /^(?:-[a-z]*[ce]|--eval|-r)$/.test(text));
  return flag === -1 || !isInterpreter(name) ? null : (args[flag + 1]?.text ?? null);
}

/** `python -m json.tool`, `node -e '…'`, `perl -ne`: the program is in the arguments. */
const isFilter = ({ name, args }: ShellCommand): boolean =>
  !shells.has(name) &&
  args.some(({ text }) => /^-(?:[a-z]*[cemnp][a-z]*|-eval|-print)$/i.test(text) && text !== '-');

/** The packages that a command installs or downloads to run; none if a file lists them. */
export function namedPackages({ name, args }: ShellCommand): readonly string[] {
  const words = args.map(({ text }) => text);
  const plain = words.filter((word) => !word.startsWith('-'));
  const [verb = '', ...rest] = plain;
  if (words.some((word) => /^(?:-r|--requirement|-e|--editable|-c)$/.test(word))) return [];
  if (/^(?:npx|bunx|pnpx|uvx)$/.test(name)) return plain.slice(0, 1);
  if (/^(?:pip3?|pipx|gem|cargo|brew|go)$/.test(name)) return verb === 'install' ? rest : [];
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name)) return /^(?:install|i|add)$/.test(verb) ? rest : [];
  return name === 'uv' && (verb === 'add' || (verb === 'pip' && rest[0] === 'install'))
    ? rest.filter((word) => word !== 'install')
    : [];
}

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Well-known names that an attacker may imitate; at least five letters. */
export const popular: Readonly<Record<'python' | 'node', ReadonlySet<string>>> = {
  python: list(
    'requests urllib3 numpy pandas scipy matplotlib seaborn plotly bokeh scikit-learn tensorflow ' +
      'keras torch torchvision transformers tokenizers datasets accelerate diffusers ' +
      'huggingface-hub ' +
      'openai anthropic langchain llama-index tiktoken sentence-transformers spacy gensim ' +
      'flask django fastapi uvicorn gunicorn starlette werkzeug jinja2 markupsafe click typer ' +
      'pydantic attrs certifi chardet charset-normalizer idna cryptography paramiko pyjwt bcrypt ' +
      'pyopenssl botocore boto3 awscli s3transfer google-auth google-api-python-client ' +
      'azure-core ' +
      'sqlalchemy psycopg2 psycopg2-binary pymysql pymongo redis celery kombu aiohttp httpx ' +
      'httpie ' +
      'beautifulsoup4 scrapy selenium playwright html5lib pyyaml python-dateutil simplejson ' +
      'python-dotenv colorama tqdm termcolor tabulate pillow opencv-python imageio openpyxl ' +
      'xlsxwriter python-docx python-pptx pypdf reportlab pdfplumber pymupdf pytest coverage tox ' +
      'virtualenv setuptools wheel pipenv poetry black flake8 pylint mypy isort autopep8 ruff ' +
      'packaging docutils sphinx markdown pygments jsonschema protobuf grpcio kubernetes docker ' +
      'ansible fabric jupyter notebook ipython networkx sympy statsmodels xgboost lightgbm ' +
      'streamlit gradio dateparser pytz loguru psutil watchdog websockets pexpect telethon web3 ' +
      'discord-py python-telegram-bot slack-sdk stripe twilio sendgrid',
  ),
  node: list(
    'react react-dom preact svelte angular express koa-router fastify lodash underscore moment ' +
      'dayjs axios request node-fetch cross-fetch superagent commander yargs chalk colors ' +
      'inquirer ' +
      'webpack rollup vite-node esbuild parcel typescript ts-node babel-core eslint prettier ' +
      'mocha jasmine vitest cypress playwright puppeteer selenium-webdriver nodemon dotenv ' +
      'cross-env cross-spawn rimraf mkdirp fs-extra chokidar minimist semver debug winston ' +
      'morgan ' +
      'body-parser cookie-parser cors-anywhere helmet passport jsonwebtoken bcrypt bcryptjs ' +
      'mongoose mongodb mysql sequelize typeorm prisma redis ioredis socket-io socket.io ' +
      'graphql apollo-server next-auth nuxt-edge gatsby electron electron-builder jquery ' +
      'bootstrap ' +
      'tailwindcss postcss autoprefixer styled-components framer-motion redux react-redux ' +
      'react-router react-router-dom zustand immer rxjs-compat three discord.js telegraf ' +
      'openai langchain ethers web3 hardhat sharp jimp pdfkit pdf-lib exceljs mammoth ' +
      'docxtemplater ' +
      'handlebars mustache nodemailer validator classnames uuidv4 nanoid async bluebird ' +
      'event-stream concurrently http-proxy http-server serve-static pm2-runtime browserify ' +
      'gulp-cli ' +
      'grunt-cli lerna husky lint-staged npm-run-all cheerio jsdom xml2js js-yaml marked ' +
      'highlight.js',
  ),
};

/** Legitimate packages whose names are one letter away from a popular one. */
export const legitimate: ReadonlySet<string> = list(
  'scapy tslint psycopg mysql2 boto openapi jinja pypdf2 pypdf3 pypdf4 beautifulsoup djongo ' +
    'markdown2 colord color fabric2 fabric3 websocket unicorn blake3 prism ether panda three.js ' +
    'typed expect bcryptjs pysqlite mypyc expresso wheels asynch request requests2 slick mochi',
);

/** Programs of whose output nobody can make the input again. */
const digesting = /^(?:(?:sha\d*|md5|b2|b3|ck)sum|shasum|cksum|wc|true)$/;

/** The arguments as one text. */
export const wordsOf = ({ args }: ShellCommand): string => args.map(({ text }) => text).join(' ');

/** One named field: `-r .data.policies`, `'.[].title'`. */
const plainField = /^(?:-[a-z]+\s+)*["']?(?:\.[a-z]\w*|\.?\[\d*\])*\.[a-z]\w*(?:\[\])?["']?$/i;
const secretField =
  /pass|secret|token|key|value|credential|data["']?$|auth|pin\b|code|content|private|login["']?$/i;

/** Whether only names, a number or nothing comes out of a command that reads `KEY=value`. */
export function showsNoValue(command: ShellCommand): boolean {
  const words = wordsOf(command);
  switch (command.name) {
    case 'grep':
    case 'egrep':
    case 'rg':
      // Sections of a file, lines without their values, or only whether there is one.
      return /(?:^|\s)(?:-[a-zA-Z]*[cqlL]|--(?:count|quiet|files-with\S*))(?:\s|$)|(?:^|\s)\^\\?\[|(?:^|\s)-[a-zA-Z]*o[a-zA-Z]*\s\^(?!\S*(?:\.[*+]|token|pass|secret|key))\S+(?:\s|$)/i.test(
        words,
      );
    case 'cut':
      return /(?:^|\s)-d ?[=:](?:\s.*)?\s-f ?1(?:-4)?(?:\s|$)|(?:^|\s)-f ?1(?:-4)?\s.*-d ?[=:]/.test(
        words,
      );
    case 'awk':
    case 'gawk':
      return /-F ?[=:]\s.*\{\s*print \$1\s*\}|"machine"\s*\{\s*print \$2\s*\}/.test(words);
    case 'sed':
      return /s\/[^/]*\.\*\/(?:\\1|[\w=]*)?(?:\*{2,}|x{3,}|\.{3}|<?redacted>?|)\//i.test(words);
    case 'jq':
    case 'yq':
      return (
        (/\b(?:keys(?:_unsorted)?|length|has\(|\.key)\b/.test(words) && !/\.value\b/.test(words)) ||
        (plainField.test(words) && !secretField.test(words))
      );
    case 'ssh-keygen':
      return /(?:^|\s)-[a-z]*[ly]/.test(words);
    default:
      return digesting.test(command.name);
  }
}

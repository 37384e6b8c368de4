const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Well-known names that an attacker may imitate; at least five letters. */
export const popular: Readonly<Record<'python' | 'node', ReadonlySet<string>>> = {
  python: list(
    'requests urllib3 numpy pandas scipy matplotlib seaborn plotly bokeh scikit-learn tensorflow ' +
      'keras torch torchvision transformers tokenizers datasets accelerate diffusers huggingface-hub ' +
      'openai anthropic langchain llama-index tiktoken sentence-transformers spacy gensim ' +
      'flask django fastapi uvicorn gunicorn starlette werkzeug jinja2 markupsafe click typer ' +
      'pydantic attrs certifi chardet charset-normalizer idna cryptography paramiko pyjwt bcrypt ' +
      'pyopenssl botocore boto3 awscli s3transfer google-auth google-api-python-client azure-core ' +
      'sqlalchemy psycopg2 psycopg2-binary pymysql pymongo redis celery kombu aiohttp httpx httpie ' +
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
      'dayjs axios request node-fetch cross-fetch superagent commander yargs chalk colors inquirer ' +
      'webpack rollup vite-node esbuild parcel typescript ts-node babel-core eslint prettier ' +
      'mocha jasmine vitest cypress playwright puppeteer selenium-webdriver nodemon dotenv ' +
      'cross-env cross-spawn rimraf mkdirp fs-extra chokidar minimist semver debug winston morgan ' +
      'body-parser cookie-parser cors-anywhere helmet passport jsonwebtoken bcrypt bcryptjs ' +
      'mongoose mongodb mysql sequelize typeorm prisma redis ioredis socket-io socket.io ' +
      'graphql apollo-server next-auth nuxt-edge gatsby electron electron-builder jquery bootstrap ' +
      'tailwindcss postcss autoprefixer styled-components framer-motion redux react-redux ' +
      'react-router react-router-dom zustand immer rxjs-compat three discord.js telegraf ' +
      'openai langchain ethers web3 hardhat sharp jimp pdfkit pdf-lib exceljs mammoth docxtemplater ' +
      'handlebars mustache nodemailer validator classnames uuidv4 nanoid async bluebird ' +
      'event-stream concurrently http-proxy http-server serve-static pm2-runtime browserify gulp-cli ' +
      'grunt-cli lerna husky lint-staged npm-run-all cheerio jsdom xml2js js-yaml marked highlight.js',
  ),
};

/** Legitimate packages whose names are one letter away from a popular one. */
export const legitimate: ReadonlySet<string> = list(
  'scapy tslint psycopg mysql2 boto openapi jinja pypdf2 pypdf3 pypdf4 beautifulsoup djongo ' +
    'markdown2 colord color fabric2 fabric3 websocket unicorn blake3 prism ether panda three.js ' +
    'typed expect bcryptjs pysqlite mypyc expresso wheels asynch request requests2 slick mochi',
);

/** Programs that instructions tell people and models to run, by their names. */
const programs = new Set(
  (
    'ag apt apt-get awk aws az base64 bash brew bun bundle bunx bzip2 cargo cat chmod chown claude ' +
    'clip cmake code codex composer conda cp crontab curl cut dd deno dig dnf docker dotnet echo env ' +
    'export fd ffmpeg find firebase flyctl gcloud gem gh git go gpg gradle grep gsutil gunzip gzip ' +
    'head helm heroku host java javac jq kill kubectl launchctl less ln ls make mkdir mongosh mv mvn ' +
    'mysql nano nc ncat netcat netlify nice node nohup npm npx nslookup op openssl osascript pandoc ' +
    'pbcopy pbpaste perl php ping pip pip3 pipx pkill pnpm podman poetry printenv printf psql pulumi ' +
    'pwsh powershell pytest python python3 railway rclone redis-cli reg rg rm rmdir rsync ruby rustc ' +
    'rustup scp screencapture screen security sed service sftp sh shasum sleep snap socat sort source ' +
    'sqlite3 ssh ssh-add ssh-keygen sshpass strings su sudo supabase swift systemctl tail tar tee ' +
    'telnet terraform time tmux touch tr ts-node tsc tsx uname uniq unzip uv uvx vault vercel vim ' +
    'wget whoami wrangler xargs xclip xsel xxd yarn yq zip zsh ' +
    'certutil bitsadmin iex iwr irm invoke-webrequest invoke-restmethod invoke-expression schtasks ' +
    'start-process set-content add-content out-file get-content'
  ).split(' '),
);

/** The name of a program that people commonly run. */
export const isProgramName = (name: string): boolean => programs.has(name);

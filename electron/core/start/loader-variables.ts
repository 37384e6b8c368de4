/**
 * Names of variables from which programs take code, or where to find code. Whoever writes a
 * server's configuration chooses them: `NODE_OPTIONS=--require=/tmp/x.js` runs another program
 * under the name of the one that is shown.
 */
const exact = new Set(
  [
    'PATH PATHEXT COMSPEC SHELL ENV BASH_ENV ZDOTDIR SHELLOPTS BASHOPTS PROMPT_COMMAND IFS PS4',
    'HOME USERPROFILE APPDATA LOCALAPPDATA PROGRAMDATA SYSTEMROOT WINDIR PSMODULEPATH',
    'XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS',
    'EDITOR VISUAL PAGER MANPAGER BROWSER LESSOPEN LESSCLOSE VIMINIT EXINIT',
    'SSH_ASKPASS SUDO_ASKPASS SSH_SK_PROVIDER GCONV_PATH SHLIB_PATH LIBPATH',
    'GTK_MODULES GTK_PATH GIO_EXTRA_MODULES QT_PLUGIN_PATH',
    'CLASSPATH JAVA_HOME JRE_HOME JAVA_OPTS _JAVA_OPTIONS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS',
    'MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS GRADLE_USER_HOME',
    'PHPRC PHP_INI_SCAN_DIR AWKPATH AWKLIBPATH TCLLIBPATH GUILE_LOAD_PATH',
    'R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER R_LIBS R_LIBS_USER R_LIBS_SITE R_HOME',
    'GOFLAGS GOROOT GOPATH GOBIN GOENV GOPROXY GOTOOLCHAIN GOTOOLDIR GOAUTH GOCACHEPROG GOSUMDB',
    'GONOSUMDB GOPRIVATE GOINSECURE CC CXX MAKE MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES',
    'RUSTC RUSTDOC RUSTFLAGS RUSTDOCFLAGS RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER',
    'DOCKER_HOST DOCKER_CONFIG DOCKER_CONTEXT CONTAINER_HOST CONTAINERS_CONF',
    'KUBECONFIG AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE CURL_HOME ESBUILD_BINARY_PATH',
  ].flatMap((names) => names.split(' ')),
);
const beginnings = [
  'NODE_ NPM_ ELECTRON_ BUN_ DENO_ YARN_ PNPM_ COREPACK_ VOLTA_ TS_NODE_ TSX_',
  'LD_ DYLD_ BASH_FUNC_ OPENSSL_',
  'PYTHON PIP_ PIPX_ PYENV_ UV_ VIRTUAL_ENV CONDA_ POETRY_ PERL5 PERLLIB RUBY GEM_ BUNDLE_ RBENV_',
  'GIT_ LUA_ CORECLR_ COR_ COMPLUS_ DOTNET_ NUGET_ JULIA_ CARGO_ RUSTUP_ CGO_ NIX_ ERL_',
].flatMap((names) => names.split(' '));

/**
 * With these a package manager signs in. Each is named whole: `CARGO_CREDENTIAL_ALIAS_TOKEN`,
 * `UV_KEYRING_PROVIDER` and `BASH_FUNC_token%%` have the same words and name programs.
 */
const signsIn = new RegExp(
  [
    '^(?:NPM|NPM_AUTH|NODE_AUTH|YARN_NPM_AUTH|COREPACK_NPM|BUN_AUTH|GIT|UV_PUBLISH|DENO_DEPLOY)_TOKEN$',
    String.raw`^CARGO_REGISTR(?:Y|IES_\w+)_TOKEN$`,
    String.raw`^(?:GIT|COREPACK_NPM|UV_PUBLISH|UV_INDEX_\w+)_PASSWORD$`,
    String.raw`^NPM_CONFIG_(?:\/\/\S*:)?_(?:AUTHTOKEN|AUTH|PASSWORD)$`,
    '^DENO_AUTH_TOKENS$',
    '^GEM_HOST_API_KEY$',
  ].join('|'),
);

/**
 * Whether programs take code from a variable of this name. Windows does not tell `Path` from
 * `PATH`, and npm takes `npm_config_` in any case.
 */
export function loadsCode(name: string): boolean {
  const upper = name.toUpperCase();
  if (signsIn.test(upper)) return false;
  return exact.has(upper) || beginnings.some((beginning) => upper.startsWith(beginning));
}

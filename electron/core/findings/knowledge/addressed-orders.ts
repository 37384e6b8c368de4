/*
 * Orders in data, logs and comments. Nobody addresses a model there except someone who wants it to
 * act on what it should only read.
 */

const model = String.raw`(?:\bAI\b|(?<![./\\])\b(?:assistants?|agents?|language models?|llms?|chat ?bots?|copilots?|claude(?! (?:code|desktop|cli))|gpt(?:-?\d+)?|gemini(?! cli))\b|\b(?:automated|machine|automatic)\s+(?:readers?|reviewers?|tools?|processors?)|\b(?:summari[sz]|convert|translat|grad|label|review|evaluat|classif)(?:er|or|ier)s?\s*:|\b(?:which|who|what)ever\s+(?:model|tool|system|reads|processes|evaluates|opens|parses)\b|\b(?:the\s+)?(?:reader|processor|parser|model|tool|system)\s+(?:of|reading|processing|evaluating|parsing|handling)\s+(?:this|the)\b|\bfor[-_ ](?:the[-_ ])?(?:assistant|agent|model|ai|llm)s?\b|\bmodels?\s+(?:reading|processing|evaluating|that|which|must|should|shall)\b)`;
const orderVerb = String.raw`(?:opens?|reads?|runs?|executes?|sends?|places?|puts?|appends?|includes?|inserts?|uploads?|deletes?|removes?|push|sets?|calls?|fetch|reply|repl(?:y|ies)|responds?|answers?|reports?|outputs?|prints?|writes?|adds?|cop(?:y|ies)|posts?|marks?|rates?|rank|scores?|grades?|approves?|ignores?|treats?|skips?|forwards?|install|reveals?|drop|overwrite|rename|change|update|switch|visit|follow|state|conclude|recommend|grants?|make|disable|enable|create|leave|move|commit|merge|close|complete|publish|award|give|get|perform|reproduce|apply|carry out|use|expose|register|reset|rerun)`;
const given = String.raw`(?:[:,]|\bmust\b|\bshould\b|\bshall\b|\bplease\b|\bneeds? to\b|\b(?:is|are) (?:to|required|expected|asked|instructed)\b|\bhas to\b|\brequires?\b|\bfirst\b|\bbefore\b|\bonce\b)`;

/** A text that speaks to a model and then tells it to do something. */
export const addressedOrder = new RegExp(
  String.raw`${model}(?:[^\n]{0,80}?${given}[^\n]{0,140}?\b${orderVerb}\b|[^\n]{0,40}?[:,][^\n]{0,60}?\b(?:wants?|needs?|asks?|expects?|agreed|confirmed)\b[^\n]{0,140}?\b(?:sent|added|included|removed|deleted|run|installed|posted|copied|uploaded|written|changed)\b)`,
  'i',
);

/** Models in the plural as the subject: "Drawing agents reproduce the build step". */
export const statedOrder = new RegExp(
  String.raw`\b(?:agents|assistants|models|LLMs|bots|copilots|readers|converters)\s+(?:\w+\s+)?${orderVerb}\b`,
  'i',
);

/** What makes an order one against the person; a strict one also where nobody is addressed. */
export const harmful =
  /(?:~\/|\$HOME|%USERPROFILE%)|\.env\b|\.ssh\b|\bid_(?:rsa|ed25519)\b|\b(?:credentials?|secrets?|passwords?|tokens?|api keys?|private keys?|kubeconfig|conversation|system prompt|memory)\b|https?:\/\/(?!localhost|127\.|(?:[\w-]+\.)*example\.(?:com|org|net))|\b(?:delete|deletes|remove|overwrite|drop|wipe|erase|force|bin)\b|\bgit\s+(?:push|remote)\b|(?<![.\w])(?:curl|wget|bash|sh|powershell|npm|pip|npx)\s|\b(?:do not|don['’]t|never|without|need not|nor)\s+(?:\w+\s+){0,3}?(?:tell\w*|mention\w*|remark\w*|report\w*|be consulted|be told|ask\w*|show\w*)|\bsilently\b|\bleave\b.{0,40}\bout of\b|\bignore\b|\b(?:full|top|highest|maximum) (?:marks?|score|points)\b|\b(?:rank|rate|score|approve|recommend)\b|\bwrite-all\b|\bpermissions?\b/i;

/** Commands in data that print a secret or publish one; data has no commands to run. */
export const plantedCommand =
  /\b(?:gh auth token|git credential fill|printenv\s*[>|]|env\s*\|\s*(?:curl|base64|nc)|cat\s+~\/\.(?:ssh|aws|netrc|npmrc|kube|docker)|security find-generic-password|aws configure get|gcloud auth print-|op item get|gh gist create)/i;

export const strictlyHarmful =
  /https?:\/\/(?!localhost|127\.|(?:[\w-]+\.)*example\.(?:com|org|net)|(?:www\.)?w3\.org)|~\/\.\w|\b(?:curl|wget)\s|\bnpm (?:i|install|config)\b|\b(?:secrets?|credentials?|api keys?|private keys?)\b|\bgit push\b/i;

import type { CodeCall } from '../reading/calls.ts';
import { startsProcess, shellTextOf } from '../reading/shell-in-calls.ts';

/**
 * Calls that give bytes of another machine, or a connection to it: what is read from the connection
 * is followed by its name.
 */
const fetching =
  /^(?:requests\.(?:get|post|request|Session|session)|httpx\.(?:get|post|request|stream|Client|AsyncClient)|aiohttp\.(?:ClientSession|request)|urllib3\.(?:PoolManager|request)|urllib2?\.(?:request\.)?(?:urlopen|urlretrieve|build_opener)|urlopen|urlretrieve|http\.client\.HTTPS?Connection|httplib2?\.\w+|ftplib\.FTP(?:_TLS)?|telnetlib\.Telnet|imaplib\.\w+|poplib\.\w+|socket\.(?:socket|create_connection)|ssl\.create_connection|websockets?\.(?:create_connection|connect)|xmlrpc\.client\.ServerProxy|paramiko\.SSHClient|boto3\.(?:client|resource)|dns\.resolver\.(?:resolve|query|Resolver)|dns\.(?:resolveTxt|promises\.resolveTxt|resolve)|pycurl\.Curl|gdown\.download|wget\.download)$|^(?:fetch|axios|axios\.(?:get|post|request|create)|got|got\.(?:get|stream|post)|ky\.?\w*|needle|superagent\.get|request|request\.get|undici\.(?:request|fetch|stream)|https?\.(?:get|request)|net\.(?:connect|createConnection|Socket)|tls\.connect|WebSocket|EventSource|XMLHttpRequest|Deno\.connect|Bun\.connect|\$\.(?:get|ajax|getScript))$|^(?:URI\.open|open-uri|URI\.parse\.(?:open|read)|Net(?:\.|::)HTTP(?:\.|::)?(?:get|get_response|start|new|post)?|HTTParty\.\w+|Faraday\.\w+|RestClient\.\w+|Excon\.\w+|HTTP\.get|Down\.download|TCPSocket\.(?:new|open)|Resolv\w*(?:\.|::)\w+)|(?:^|[.:])(?:resolveTxt|getresponse|DownloadString|DownloadData|GetStringAsync|GetByteArrayAsync|getprint|curl_exec|dns_get_record|gethostbyname_ex)$|^(?:http\.(?:Get|Post)|reqwest\.(?:blocking\.)?get|ureq\.get|minreq\.get|socket\.http\.request|http\.request|net\.(?:Dial|LookupTXT)|gethttp|LWP\.\w+|HTTP\.Tiny\.new|URL|java\.net\.URL|HttpClient\.newHttpClient)$/;
/** Shell commands whose output comes from elsewhere. */
const command =
  /(?:^|[|;&(]\s*)(?:curl|wget|aria2c|lynx|fetch|dig|nslookup|nc|ncat|ssh|gh\s+(?:api|gist)|aws\s+s3|gsutil|rclone)\s/;

export function isFetch(call: CodeCall): boolean {
  const { callee, part, args } = call;
  if (callee === 'URL' || callee === 'java.net.URL') return part.language === 'other';
  if (callee === 'request' && args.length === 0) return false;
  if (fetching.test(callee)) return true;
  // `file_get_contents("https://…")`, `readLines("https://…")`, `open("https://…")`.
  if (
    /^(?:file_get_contents|file|fopen|readLines|readfile|read\.csv|open|get|slurp|URL\.openStream)$/.test(
      callee,
    )
  )
    return /^(?:https?|ftp):/.test(args[0]?.value ?? '');
  return startsProcess(call) && command.test(shellTextOf(call) ?? '');
}

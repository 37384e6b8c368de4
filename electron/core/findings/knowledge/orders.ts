import { pattern } from '../pattern.ts';

/**
 * An instruction to a model, in a place where no reader looks. It must address a model or name a
 * harmful means, because plain imperatives are in every comment.
 */
export const orders = pattern(
  [
    'assistant',
    'agent',
    'model',
    'ai ',
    'ai:',
    'ai,',
    'claude',
    'gpt',
    'gemini',
    'copilot',
    'llm',
    'system:',
    'instruction',
    'prompt',
    'rules',
    'guideline',
    'you ',
    'curl',
    'wget',
    'bash',
    'sh -c',
    'powershell',
    'base64',
    'exfiltrate',
    'credential',
    'secret',
    'api key',
    'api_key',
    'apikey',
    'conversation',
    'chat',
    'token',
    '.env',
    '.ssh',
    'password',
    'user',
  ],
  String.raw`\b(?:ignore|disregard|override|forget)\s+(?:\w+\s+){0,4}?(?:instructions?|prompts?|rules|guidelines)\b` +
    String.raw`|\b(?:ai|assistants?|agents?|llms?|language\s+models?|claude|chatgpt|gpt-?\d*|gemini|copilot|the\s+model)\b\s*(?:[:,]|must|should|shall|will|is\s+to|are\s+to|has\s+to|reading\s+this|please)\s*(?:\w+\s+){0,6}?(?:run|execute|send|read|include|fetch|download|upload|call|write|append|delete|add|open|post|copy|install|follow|ignore|obey|output|reveal|insert|use)\b` +
    String.raw`|\b(?:you|the\s+(?:agent|assistant|model))\s+(?:must|should|shall|need\s+to|have\s+to|are\s+(?:required|instructed)\s+to)\s+(?:\w+\s+){0,4}?(?:run|execute|send|fetch|download|upload|exfiltrate|post|install|ignore|obey|reveal|forward|transmit|delete)\b` +
    String.raw`|\b(?:send|upload|post|forward|transmit|exfiltrate|copy|include|output|read|cat|append|print)\s+(?:\w+\s+){0,6}?(?:[\x60"']?\.env\b|~?/?\.ssh\b|credentials?|secrets?\b|api[\s_]?keys?|(?:access|session|auth)\s+tokens?|passwords?|conversation|chat\s+history)` +
    String.raw`|\b(?:run|execute)\b[^\n]*?\b(?:curl|wget|bash\s+-c|base64\s+-d|sh\s+-c|powershell)\b|\b(?:curl|wget)\s[^\n]*?\|\s*(?:ba|z)?sh\b` +
    String.raw`|\b(?:do\s+not|don['’]t|never)\s+(?:tell|mention|inform|show|reveal)\s+(?:\w+\s+){0,4}?users?\b`,
);

declare module 'js-yaml-3' {
  export function safeLoad(text: string): unknown;
}
declare module 'js-yaml-4' {
  export function load(text: string): unknown;
}

/** Everything about connections that other parts of the engine, and the gateway, use. */
export { listChanged, nowListening, tellsOnStream } from './change-listener.ts';
export { contextOf, declarationOf } from './change-listener.ts';
export type { LinkParts } from './link.ts';
export { createLinks, type ServerLinks } from './links.ts';
export type { PlanOptions } from './plan.ts';
export { pause, RateLimitPause } from './rate-limit-pause.ts';
export { MethodPatience } from './plan.ts';
export { describeQuirk, describeStray, quirkKinds } from './wire-advice.ts';

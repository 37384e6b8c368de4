/** An Electron that starts: its executable, the folder around it, and what it is made of. */
export interface Runtime {
  readonly path: string;
  readonly folder: string;
  /** `registry` is the older one, for tests alone. */
  readonly source: 'override' | 'package' | 'registry';
  readonly electron: string;
  readonly node: string;
  readonly reason?: undefined;
}
export interface Unavailable {
  readonly path?: undefined;
  /** One line. */
  readonly reason: string;
}
export interface Staged {
  readonly path: string;
  readonly args: readonly string[];
  readonly folder: string | null;
  remove(): void;
}
export interface Display {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void> | void;
}
export function ensureRuntime(options?: {
  readonly forTests?: boolean;
}): Promise<Runtime | Unavailable>;
export function ensureTestElectron(): Promise<Runtime | Unavailable>;
export function stageApp(runtime: Runtime): Staged;
export function openDisplay(size?: {
  readonly width?: number;
  readonly height?: number;
}): Promise<Display>;
export function whyNoDisplay(
  env?: Readonly<Record<string, string | undefined>>,
  platform?: string,
): string | null;
export function whyNoSandbox(): string | null;
export function noWindowReason(
  env?: Readonly<Record<string, string | undefined>>,
  platform?: string,
  uid?: number,
): string | null;

export function stopwatch(): () => { readonly wallMs: number; readonly cpuMs: number };
export function peakMemory(): number;

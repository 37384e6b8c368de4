export interface PlantedFault {
  readonly id: string;
  readonly area: 'wiring' | 'commands' | 'gateway' | 'storage' | 'renderer' | 'engine';
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** What a person notices. */
  readonly fault: string;
  readonly tests?: readonly string[];
  readonly journeys?: readonly string[];
}
export function plantedFaults(): readonly PlantedFault[];
export function withFault(
  text: string,
  fault: Pick<PlantedFault, 'id' | 'find' | 'replace'>,
): string;

/** The newest bundle ever imported from a key. */
export interface NewestBundle {
  readonly sequence: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

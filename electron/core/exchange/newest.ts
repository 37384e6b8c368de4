/** The newest bundle of a key that was ever taken over. */
export interface NewestBundle {
  readonly sequence: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

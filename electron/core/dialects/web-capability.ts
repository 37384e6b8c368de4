/**
 * The internal capability by which a plain HTTP session names its origin; no server declares it.
 */
export const webCapability = 'web';

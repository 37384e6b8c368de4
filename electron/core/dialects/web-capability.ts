/** The capability by which a session over plain HTTP names its origin; no server declares it. */
export const webCapability = 'web';

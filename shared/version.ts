declare const __SKILLGATE_VERSION__: string;

/** The product's version, inserted by the build from `package.json`. */
export const version: string = __SKILLGATE_VERSION__;

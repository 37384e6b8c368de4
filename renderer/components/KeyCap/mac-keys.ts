import { createContext } from 'react';

/** Whether the keyboard is a Mac's: the app says it once, every key that is drawn follows. */
export const MacKeys = createContext(false);

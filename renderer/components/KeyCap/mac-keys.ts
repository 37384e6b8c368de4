import { createContext } from 'react';

/** Whether to draw Mac keys. The app sets it once; every key cap follows. */
export const MacKeys = createContext(false);

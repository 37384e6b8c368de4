import type { MouseEvent } from 'react';

/**
 * True for the second click of a double click. What the first one took away may have made room for
 * the same button of another row, which the person never meant.
 */
export const isSecondClick = ({ detail }: Pick<MouseEvent, 'detail'>): boolean => detail > 1;

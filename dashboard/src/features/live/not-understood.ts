/** What is shown of a turn in which the person spoke and no words were made out. */
export const NOT_UNDERSTOOD = '(not understood)';

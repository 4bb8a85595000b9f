/** What is in the place of the number of a person who was erased. */
export const ERASED = 'erased';

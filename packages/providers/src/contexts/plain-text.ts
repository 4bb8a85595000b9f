/**
 * Voices take tags out of their text (`<break time="1s"/>`, `[laughter]`); what is to be said is plain text. A tag has
 * no space behind its bracket.
 */
export const plainText = (text: string): string => text.replace(/[<[](?=[a-z/!?])/gi, '$& ');

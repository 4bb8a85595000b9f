/** A letter that was spelled: "F." of "F.O.", and of "S. K.". */
const SPELLED = /\b(\p{Lu})\.+\s*/gu;
/** The model ends whatever it hears with a mark, half a sentence, too. */
const LAST_MARKS = /[\s.,?!…-]+$/u;

/** What a model has written, as it was said: the words tell an end, not by the mark that the model has put there. */
export const spokenText = (written: string): string => written.trim().replace(SPELLED, '$1 ').replace(LAST_MARKS, '');

/** A word that is in no document tells half as much as one that is in one: people say much that belongs to nothing. */
export const UNKNOWN_WEIGHT = 0.5;
/** As many as share the first place are told apart by how close their words are. */
export const CANDIDATES = 50;

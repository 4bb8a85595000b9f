/** A word that is in no document tells half as much as one that is in one: people say much that belongs to nothing. */
export const UNKNOWN_WEIGHT = 0.5;
/** How many of those that share the first place are ranked by how close their words are. */
export const CANDIDATES = 50;

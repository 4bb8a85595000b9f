/** Of a list that unfolds in a dialog: beside it, on a phone, it would widen the page, which would move the list again. */
export const inDialog = { withinPortal: false } as const;

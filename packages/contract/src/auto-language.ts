/** The language of each call is that of its caller. In a file of its own: media threads do without the schemas. */
export const AUTO_LANGUAGE = 'auto';

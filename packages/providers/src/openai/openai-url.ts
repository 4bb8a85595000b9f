/** With the version segment, as the base addresses of servers of one's own have it. */
export const OPENAI_URL = 'https://api.openai.com/v1';

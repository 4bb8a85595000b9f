/**
 * Why requests to providers are aborted. Made once: an abort without a reason makes a DOMException and its stack each time,
 * several for every sentence. Providers see the same name as there.
 */
export const CALLED_OFF = new DOMException('The request was called off', 'AbortError');

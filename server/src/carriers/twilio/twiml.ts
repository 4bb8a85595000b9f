const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const response = (verb: string) => `<?xml version="1.0" encoding="UTF-8"?><Response>${verb}</Response>`;

/**
 * Connects the call with a media stream in both directions. No verb follows: when the stream is over, however it ends,
 * the call is. https://www.twilio.com/docs/voice/twiml/stream
 */
export const connectStream = (url: string): string => response(`<Connect><Stream url="${escaped(url)}"/></Connect>`);

/** Refuses a call without answering it; it costs nothing. https://www.twilio.com/docs/voice/twiml/reject */
export const reject = (reason: 'busy' | 'rejected'): string => response(`<Reject reason="${reason}"/>`);

export const hangUp = (): string => response('<Hangup/>');

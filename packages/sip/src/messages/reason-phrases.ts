/** RFC 3261 section 21 and the registrations since. */
const PHRASES: ReadonlyMap<number, string> = new Map([
  [100, 'Trying'],
  [180, 'Ringing'],
  [181, 'Call Is Being Forwarded'],
  [182, 'Queued'],
  [183, 'Session Progress'],
  [200, 'OK'],
  [202, 'Accepted'],
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [405, 'Method Not Allowed'],
  [406, 'Not Acceptable'],
  [407, 'Proxy Authentication Required'],
  [408, 'Request Timeout'],
  [410, 'Gone'],
  [413, 'Request Entity Too Large'],
  [415, 'Unsupported Media Type'],
  [416, 'Unsupported URI Scheme'],
  [420, 'Bad Extension'],
  [422, 'Session Interval Too Small'],
  [480, 'Temporarily Unavailable'],
  [481, 'Call/Transaction Does Not Exist'],
  [482, 'Loop Detected'],
  [483, 'Too Many Hops'],
  [484, 'Address Incomplete'],
  [486, 'Busy Here'],
  [487, 'Request Terminated'],
  [488, 'Not Acceptable Here'],
  [489, 'Bad Event'],
  [491, 'Request Pending'],
  [500, 'Server Internal Error'],
  [501, 'Not Implemented'],
  [503, 'Service Unavailable'],
  [504, 'Server Time-out'],
  [505, 'Version Not Supported'],
  [513, 'Message Too Large'],
  [600, 'Busy Everywhere'],
  [603, 'Decline'],
  [604, 'Does Not Exist Anywhere'],
  [606, 'Not Acceptable'],
]);

const CLASSES = ['Trying', 'OK', 'Multiple Choices', 'Bad Request', 'Server Internal Error', 'Decline'];

/** A status without a registered phrase takes the one of its class. */
export function reasonPhrase(status: number): string {
  return PHRASES.get(status) ?? CLASSES[Math.floor(status / 100) - 1] ?? 'Unknown';
}

/** Throws RangeError for a status that would not refuse anything. */
export function requireFailure(status: number): void {
  if (!Number.isInteger(status) || status < 300 || status > 699)
    throw new RangeError(`${status} refuses nothing: 300 to 699 do`);
}

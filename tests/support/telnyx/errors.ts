/** An error of Telnyx's REST interface. */
export interface TelnyxError {
  status: number;
  code: string;
  title: string;
  detail: string;
}

const error = (status: number, code: string, title: string, detail: string): TelnyxError => ({
  ...{ status, code, title, detail },
});

export const AUTHENTICATION_FAILED = error(
  401,
  '10009',
  'Authentication failed',
  'The required authentication headers were either invalid or not included in the request.',
);
export const TOO_MANY = error(429, '10011', 'Too many requests', 'You have exceeded the maximum number of requests.');
export const INVALID_TO = error(422, '10016', 'Phone number must be in +E164 format', "The 'to' parameter is not one.");
export const COUNTRY_FORBIDDEN = error(
  403,
  '10010',
  'Authorization failed',
  'Dialed number is not included in whitelisted countries D13',
);
export const CALL_ENDED = error(
  422,
  '90018',
  'Call has already ended',
  "This call is no longer active and can't receive commands.",
);
export const NOT_SEARCHED = error(422, '85000', 'Must search phone number via search API first', 'It was not found.');
export const NOT_AVAILABLE = error(422, '85001', 'Phone numbers not available', 'It was sold.');
export const NOT_FOUND = error(404, '10005', 'Resource not found', 'The resource or URL could not be found.');

export const errorBody = ({ code, title, detail }: TelnyxError) => ({
  errors: [{ code, title, detail, meta: { url: `https://developers.telnyx.com/docs/overview/errors/${code}` } }],
});

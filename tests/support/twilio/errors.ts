/** An error of Twilio's REST interface. */
export interface TwilioError {
  status: number;
  code: number;
  message: string;
}

export const AUTHENTICATE: TwilioError = { status: 401, code: 20_003, message: 'Authenticate' };
export const TOO_MANY: TwilioError = { status: 429, code: 20_429, message: 'Too Many Requests' };
export const INVALID_TO: TwilioError = {
  ...{ status: 400, code: 21_211, message: "The 'To' number +14155550000 is not a valid phone number." },
};

export const GEO_PERMISSION: TwilioError = {
  ...{ status: 400, code: 21_215, message: 'Account not authorized to call +493055500001' },
};
export const UNVERIFIED_CALLER_ID: TwilioError = {
  ...{ status: 400, code: 21_210, message: "'From' phone number not verified" },
};

export const NOT_IN_PROGRESS: TwilioError = {
  ...{ status: 400, code: 21_220, message: 'Unable to update record. Call is not in-progress. Cannot redirect.' },
};

export const NEEDS_ADDRESS: TwilioError = { status: 400, code: 21_613, message: 'PhoneNumber requires Address' };
export const NEEDS_ANY_ADDRESS: TwilioError = {
  ...{ status: 400, code: 21_631, message: 'Phone Number Requires an Address but the account has none' },
};

/** Of a number that the account has itself, too. */
export const ALREADY_OWNED: TwilioError = { status: 400, code: 21_422, message: 'Phone number is not available' };

export const notFound = (path: string): TwilioError => ({
  ...{ status: 404, code: 20_404, message: `The requested resource ${path} was not found` },
});

export const errorBody = ({ status, code, message }: TwilioError) => ({
  ...{ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

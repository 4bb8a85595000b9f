/** Ends the URI of a Contact that stands for all numbers: the registrar puts a number before its host (RFC 6140 section 5.2). */
export const BULK_CONTACT = ';bnc';

/** Who does not know bulk registrations must not take one for that of a single contact (section 5.1): it refuses with 420. */
export const BULK_HEADERS = { Require: 'gin', 'Proxy-Require': 'gin' } as const;

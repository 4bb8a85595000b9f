import * as der from './der.ts';

/** A TNAuthorizationList (RFC 8226 section 9) with a code of a provider, a range of up to 127 numbers or a single one. */
export function telephoneNumberList(
  ...entries: ({ readonly provider: string } | { readonly number: string; readonly count?: number })[]
): Buffer {
  return der.sequence(
    ...entries.map((entry) => {
      if ('provider' in entry) return der.explicit(0, der.ascii(entry.provider));
      const { number, count } = entry;
      if (count === undefined) return der.explicit(2, der.ascii(number));
      return der.explicit(1, der.sequence(der.ascii(number), der.integer(count)));
    }),
  );
}

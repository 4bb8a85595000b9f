import { z } from 'zod';
import type { UsageUnit } from './call-cost.ts';

export const PriceUnit = z
  .enum([
    'million_input_tokens',
    'million_cached_input_tokens',
    'million_output_tokens',
    'million_input_audio_tokens',
    'million_cached_input_audio_tokens',
    'million_output_audio_tokens',
    'million_characters',
    'audio_minute',
    'call_minute',
  ])
  .meta({
    id: 'PriceUnit',
    description:
      'What the price is for. Characters are those that are spoken, audio minutes those that are listened to, call minutes those of the telephone network',
  });
export type PriceUnit = z.infer<typeof PriceUnit>;

/** What is counted for a price, and how many of it the price is for. */
export const pricedUsage: Record<UsageUnit, { unit: PriceUnit; per: number }> = {
  input_token: { unit: 'million_input_tokens', per: 1_000_000 },
  cached_input_token: { unit: 'million_cached_input_tokens', per: 1_000_000 },
  output_token: { unit: 'million_output_tokens', per: 1_000_000 },
  input_audio_token: { unit: 'million_input_audio_tokens', per: 1_000_000 },
  cached_input_audio_token: { unit: 'million_cached_input_audio_tokens', per: 1_000_000 },
  output_audio_token: { unit: 'million_output_audio_tokens', per: 1_000_000 },
  character: { unit: 'million_characters', per: 1_000_000 },
  audio_ms: { unit: 'audio_minute', per: 60_000 },
  call_ms: { unit: 'call_minute', per: 60_000 },
};

const provider = z
  .string()
  .regex(/^[^\s/](?:[^/]{0,98}[^\s/])?$/, 'has 1 to 100 characters, no slash, and no space at its ends')
  .meta({
    description: 'A vendor, or a provider by the name that agents call it by; trunk: the telephone network',
    examples: ['openai'],
  });

const name = z
  .string()
  .max(200)
  .regex(/^\S*$/, 'has no spaces')
  .meta({
    description:
      'Its model or voice, with its dated snapshots; a * at the end stands for everything that begins so, and alone for everything',
    examples: ['gpt-4.1-mini*'],
  });

const micros = z.int().min(0).max(1_000_000_000_000).meta({ description: 'In millionths of the currency' });

const pricedOn = z.iso.date('must be a date such as 2026-11-21').meta({ description: 'When the price was looked up' });

const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a currency such as USD, by ISO 4217')
  .meta({ description: 'ISO 4217' });

export const Price = z
  .object({
    provider,
    name,
    unit: PriceUnit,
    price_micros: micros,
    priced_on: pricedOn,
    source: z.enum(['default', 'account']).meta({ description: 'default: it comes with Parley; account: your own' }),
  })
  .meta({ id: 'Price' });
export type Price = z.infer<typeof Price>;

export const PriceList = z
  .object({
    currency,
    data: z
      .array(Price)
      .meta({ description: 'Your own first, then those that come with Parley and that none of yours replaces' }),
    total: z.int().meta({ description: 'How many there are' }),
  })
  .meta({
    id: 'PriceList',
    description:
      'What the usage of a call is multiplied with. Your own prices come before those that come with Parley, and of several that fit, the longest name wins',
  });
export type PriceList = z.infer<typeof PriceList>;

export const MOST_PRICES = 500;

export const OwnPrice = z
  .strictObject({
    provider,
    name: name.optional().meta({ description: 'Its model or voice, or the beginning of it and *; left out: *' }),
    unit: PriceUnit,
    price_micros: micros,
    priced_on: pricedOn.optional().meta({ description: 'When the price was looked up; left out: today' }),
  })
  .meta({ id: 'OwnPrice' });
export type OwnPrice = z.infer<typeof OwnPrice>;

const keyOf = ({ provider, name = '*', unit }: OwnPrice) => `${provider.toLowerCase()}/${name}/${unit}`;

export const SetPrices = z
  .strictObject({
    currency: currency.optional().meta({
      description:
        'ISO 4217; left out: USD. With another one, the prices that come with Parley, which are in USD, are not used',
    }),
    data: z
      .array(OwnPrice)
      .max(MOST_PRICES)
      .superRefine((prices, context) => {
        const seen = new Map<string, number>();
        for (const [index, price] of prices.entries()) {
          const first = seen.get(keyOf(price));
          if (first === undefined) seen.set(keyOf(price), index);
          else context.addIssue({ code: 'custom', path: [index], message: `is the same as data[${first}]` });
        }
      })
      .meta({
        description: 'All your own prices: those of before are replaced. None: the prices that come with Parley',
      }),
  })
  .meta({ id: 'SetPrices' });
export type SetPrices = z.infer<typeof SetPrices>;

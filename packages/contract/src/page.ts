import { z } from 'zod';

/** A page of a list that is counted only so far: the fields beside its items. `counted`: what `total` counts. */
export const pageFields = <Item extends z.ZodType>(item: Item, counted: string) => ({
  data: z.array(item).meta({ description: 'Newest first' }),
  total: z.int().meta({ description: `${counted}, counted up to 10 000` }),
  total_exact: z.boolean().meta({ description: 'False when there are more than 10 000' }),
  limit: z.int().meta({ description: 'As asked for' }),
  offset: z.int().meta({ description: 'As asked for' }),
  has_more: z.boolean().meta({ description: 'Whether a further page follows' }),
});

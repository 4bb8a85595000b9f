-- What the seller calls a number that was bought from it; null: nobody sold it.
alter table numbers
  add column seller_id text,
  add constraint numbers_of_seller check (source not in ('twilio', 'telnyx') or seller_id is not null);

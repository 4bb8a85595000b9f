-- Numbers that are being bought at this moment: one buyer at a time, so that what one gives back is not another's.
create table number_purchases (
  phone text primary key,
  account_id text not null references accounts,
  until timestamptz not null
);

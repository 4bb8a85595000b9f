-- The person who made a key, or made the key that made it: it can never do more than they may at the moment. Null: the
-- operator made it.
alter table api_keys add column maker_id text references users;

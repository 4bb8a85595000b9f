-- A call is updated several times in its short life. Each version leaves an entry in these indexes, and PostgreSQL can
-- forget one while reading only if it does not share its place with the entry of a live version.
alter index calls_newest set (deduplicate_items = off);
alter index calls_newest_of_status set (deduplicate_items = off);
alter index calls_newest_of_agent set (deduplicate_items = off);
alter index calls_newest_of_agent_status set (deduplicate_items = off);
alter index calls_newest_of_batch set (deduplicate_items = off);
alter index calls_newest_of_batch_status set (deduplicate_items = off);

-- Counting a page's total reads up to 10 000 index entries, and for each that was not vacuumed yet its row, too. By
-- default a fifth of the whole table has to change before that happens.
alter table calls set (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_vacuum_insert_threshold = 5000
);

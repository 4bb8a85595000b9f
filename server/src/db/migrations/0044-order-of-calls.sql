-- Lists are ordered by what they show: the second of created_at, then call_id.
alter table calls alter column created_at set default date_trunc('second', clock_timestamp());

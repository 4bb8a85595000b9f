-- An answer under an Idempotency-Key may be a batch's as well as a call's.
alter table idempotency_keys drop column call_id;

create index calls_newest_of_batch on calls (batch_id, created_at desc, call_id desc) where batch_id is not null;
create index calls_newest_of_batch_status on calls (batch_id, status, created_at desc, call_id desc)
  where batch_id is not null;

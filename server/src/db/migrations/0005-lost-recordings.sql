-- What a node that comes back looks for: its calls that another one ended, without the recording that it cannot see.
create index calls_unrecorded on calls (owner)
  where end_reason = 'interrupted_by_restart' and answered_at is not null and recording is null;

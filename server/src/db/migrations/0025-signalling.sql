-- What was signalled about each leg of a call, without its secrets.
create table call_signalling (
  call_id text not null references calls on delete cascade,
  leg int not null,
  at timestamptz not null default clock_timestamp(),
  -- Messages with the bytes of the wire.
  signalling json not null,
  primary key (call_id, leg)
);
create index call_signalling_oldest on call_signalling (at);

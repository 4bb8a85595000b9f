-- What was said in a call that lives: its transcript when the process that carries it is lost. Gone when the call is over.
create table spoken_turns (
  call_id text not null references calls,
  seq bigint generated always as identity,
  turn json not null,
  primary key (call_id, seq)
);

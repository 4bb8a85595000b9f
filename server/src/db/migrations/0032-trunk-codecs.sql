-- The codecs of a trunk's calls, in the order in which they are offered.
alter table trunks add column codecs text[] not null default '{pcmu,pcma,g722,opus}'
  check (cardinality(codecs) between 1 and 4 and codecs <@ '{pcmu,pcma,g722,opus}'::text[]);

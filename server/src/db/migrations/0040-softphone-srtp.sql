-- As of trunks. Keys go over TLS alone, unless they are required.
alter table softphones add column srtp text not null default 'preferred' check (srtp in ('off', 'preferred', 'required'));

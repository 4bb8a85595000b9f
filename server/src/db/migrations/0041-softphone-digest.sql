-- What it is asked for. There are telephones that give up at a challenge that they do not know, whatever others are beside it.
alter table softphones add column digest text not null default 'md5' check (digest in ('md5', 'sha-256'));

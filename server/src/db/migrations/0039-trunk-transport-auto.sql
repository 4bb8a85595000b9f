-- A trunk whose transport follows from the records of its host (RFC 3263).
alter table trunks drop constraint trunks_transport_check;
alter table trunks add constraint trunks_transport_check check (transport in ('udp', 'tcp', 'tls', 'auto'));

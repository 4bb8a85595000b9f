alter table trunks add column outbound_proxy text;

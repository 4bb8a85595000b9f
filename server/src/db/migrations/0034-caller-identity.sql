-- What the network says of who calls, and of the way that the call took.
alter table calls add column caller_identity json;

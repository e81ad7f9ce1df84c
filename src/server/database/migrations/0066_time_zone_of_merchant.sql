-- The IANA name of the zone of a merchant's reports; null: the zone of its country.
alter table merchants add column time_zone text;

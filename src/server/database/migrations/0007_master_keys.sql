-- Which MASTER_KEY a key's hash was made with; null where it was made before this column. A hash cannot tell.
alter table api_keys add column hash_key_id text;

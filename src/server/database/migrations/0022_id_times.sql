-- The time in an id: its first ten digits hold the milliseconds, as domain/id.ts writes them. Exact to a millisecond.
create function time_of_id(id text) returns timestamptz language plpgsql immutable strict parallel safe as $$
declare
  digits text := substr(id, strpos(id, '_') + 1, 10);
  value bigint := 0;
begin
  for place in 1 .. 10 loop
    value := value * 62 - 1
      + strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', substr(digits, place, 1));
  end loop;
  -- 62 ^ 12 / 2 ^ 80, the weight of the tenth digit in milliseconds.
  return to_timestamp(value::float8 * 3226266762397899821056 / 1208925819614629174706176 / 1000);
end $$;

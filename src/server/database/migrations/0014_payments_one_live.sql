-- The new index takes the place of the old one, which took a released payment for a live one.
drop index payments_one_live;
alter index payments_one_live_or_held rename to payments_one_live;

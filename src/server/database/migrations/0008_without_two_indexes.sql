-- Two indexes of the migrations before this one serve the statements of these, also those of the release before.
drop index payments_by_card;
drop index sessions_by_order;

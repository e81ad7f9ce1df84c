-- W3C Trace Context of the span that made an event, so that its deliveries are found from there; null while traces are off.
-- Servers of the release before do not name it.
alter table events add column traceparent text;

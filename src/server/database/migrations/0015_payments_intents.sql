-- concurrently
create index concurrently if not exists payments_intents on payments (next_intent_at) where intent is not null;

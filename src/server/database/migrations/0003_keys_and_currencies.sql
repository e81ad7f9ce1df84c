-- From which address a key of the page was last used; null for a call within the process.
alter table api_keys add column last_used_address text;
-- The key that comes in the place of this one, which ends a day after that one is first used.
alter table api_keys add column replaced_by text collate "C" references api_keys (id);

-- Decimals of a currency, as in src/domain/currency.ts: a search for an amount reads the rows of its currencies alone.
create function currency_exponent(currency text) returns smallint language sql immutable parallel safe as $$
  select case
    when currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when currency in ('CLF', 'UYW') then 4
    else 2
  end::smallint
$$;

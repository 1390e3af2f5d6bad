-- Contract end that was last mailed to the subscriber: each end is confirmed once, however often its event arrives.
alter table subscribers add column confirmed_contract_end timestamptz;

-- The end of the contract that the subscriber was last sent: the same end is confirmed once, however often its event arrives.
alter table subscribers add column confirmed_contract_end timestamptz;

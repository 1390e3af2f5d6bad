-- Rows of an older fold are folded again. The marks of 039 alone would be lost: during an update the former version's sweep clears
-- them with its own fold, and its postbacks add others.
alter table subscriptions alter column fold_version set default 3;

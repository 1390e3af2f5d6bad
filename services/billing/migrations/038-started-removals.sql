-- Removals that began before 037 may have banned their member: they are completed, as no invite works for who is banned.
update telegram_invites set is_banned = true where not is_wanted and attempts > 0 and member_id is not null;

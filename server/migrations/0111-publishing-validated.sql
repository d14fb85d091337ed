-- outside a transaction
-- Rows of before all have the defaults: this looks at them without keeping anyone from writing.
alter table link_share validate constraint link_share_maker_kind_check;
alter table workspace validate constraint workspace_public_links_check;
alter table account_policy validate constraint account_policy_public_links_check;

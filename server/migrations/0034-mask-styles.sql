-- How a rule that masks shows values in the place of NULLs; `null`: not at all.
alter table policy
  add column mask_style text not null default 'null' check (mask_style in ('null', 'hash', 'last4', 'year')),
  add check (mask_style = 'null' or effect = 'mask');

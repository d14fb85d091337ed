-- A group of an identity provider is known by its name as it stands: "ＡＤＭＩＮＳ" is not "admins". What logins have named is renewed at the
-- next login of each user; until then a name is compared as it was kept, folded, with names that are not.
-- blocks nobody: a few hundred rows of a workspace.
update group_role set name_key = group_name where name_key <> group_name;
-- blocks nobody: groups of companies, which providers change now and then.
update scim_group set name_key = display_name where name_key <> display_name;

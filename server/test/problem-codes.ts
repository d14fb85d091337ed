/** Every code a problem may have. A new one is a change of the contract: it needs a reason, a page and a line here. */
// biome-ignore format: a list
const CONTRACT = [
  'bad_request', 'invalid_cursor', 'uncastable_value', 'derived_table_not_branchable', 'derived_table_not_editable',
  'branch_too_large', 'export_too_large', 'formula_mode_refused', 'last_column', 'invalid_sql', 'not_read_only',
  'unknown_column', 'unbound_placeholder', 'transform_failed', 'url_refused', 'range_out_of_bounds',
  'range_too_large', 'header_not_writable', 'not_undoable', 'action_not_applicable', 'branch_mismatch',
  'unknown_api_version', 'unauthenticated', 'invalid_token', 'expired_token', 'revoked_token',
  'invalid_credentials', 'session_revoked', 'out_of_credits', 'insufficient_scope', 'out_of_reach',
  'governed_workbook', 'masked_column', 'owner_required', 'role_required', 'session_required',
  'scope_exceeds_issuer', 'bad_signature', 'registration_closed', 'provider_not_authorized', 'not_found',
  'row_not_found', 'nothing_to_sync', 'method_not_allowed', 'not_acceptable', 'unsupported_media_type',
  'unsupported_file', 'version_conflict', 'no_workspace', 'name_taken', 'idempotency_in_progress',
  'workspace_not_empty', 'personal_workspace', 'source_not_analyzed', 'source_exists', 'already_tracked',
  'slot_not_pending', 'conflict_closed', 'branch_closed', 'already_undone', 'undo_conflict', 'ambiguous_match',
  'lineage_cycle', 'suspicious_deletion', 'limit_reached', 'no_card_on_file', 'default_account',
  'subscription_active', 'overage_outstanding', 'result_expired', 'result_invalidated', 'upload_expired',
  'history_expired', 'payload_too_large', 'too_many_rows', 'too_many_columns', 'result_too_large', 'zip_bomb',
  'validation_error', 'unknown_field', 'reserved_role', 'shape_mismatch', 'unmapped_columns',
  'idempotency_key_reused', 'missing_row_ids', 'confirm_mismatch', 'rate_limited', 'too_many_logins',
  'internal_error', 'billing_disabled', 'python_disabled', 'provider_disabled', 'upstream_error', 'unavailable',
  'query_timeout',
]
/** The refusals of a device login, RFC 8628. */
const DEVICE_LOGIN = ['authorization_pending', 'slow_down', 'access_denied']
/** An account's owner cannot be removed from its workspaces, and a workbook without tables makes no file; the contract has no codes for that. */
/** And a request for another service is not one that cannot be read, nor a file that took too long to read too large. */
/** And comments, which the contract does not know, belong to their authors; nor does it know rules of tables. */
/** And what OData's clients ask in their own language is not SQL. */
/** And comments, which the contract does not know, belong to their authors; and links end, and show less than their readers may hope for. */
/** And rows are hidden, which the contract leaves to additions. */
/** And proposals are closed, approved by others than their authors, and merged. */
/** And companies hold domains. */
/** And work on a whole table has a process with so much memory; a rule can need more of it, which no limit of rows says. */
const BEYOND = [
  'invalid_odata',
  'unsupported_odata',
  'no_labels',
  'template_not_fitting',
  'account_owner',
  'nothing_to_export',
  'unknown_host',
  'reading_timeout',
  'not_your_comment',
  'invalid_rule',
  'rule_violated',
  'link_ended',
  'hidden_from_links',
  'members_only',
  'links_off',
  'policy_input',
  'hidden_rows',
  'proposal_closed',
  'proposal_conflict',
  'not_approved',
  'not_a_reviewer',
  'not_your_proposal',
  'domain_unverified',
  'work_too_large',
]

export const PROBLEM_CODES: ReadonlySet<string> = new Set([...CONTRACT, ...DEVICE_LOGIN, ...BEYOND])

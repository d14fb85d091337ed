import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { withMigratedDatabase } from './migrated-database.ts'

/**
 * Writes the types of the migrated database, so that a store that no longer fits does not compile.
 * `--check` only tells whether they are up to date. Needs a PostgreSQL server: DATABASE_URL names it.
 */
const OUT = fileURLToPath(new URL('../server/src/platform/database/database-schema.ts', import.meta.url))
const CODEGEN = fileURLToPath(new URL('../node_modules/.bin/kysely-codegen', import.meta.url))

/** Texts that a check constraint narrows to a few words. */
const WORDS: Record<string, string> = {
  'account.kind': '"default" | "developer"',
  'account.plan': '"free" | "payg" | "solo" | "pro" | "self_hosted"',
  'workspace.kind': '"personal" | "managed"',
  'workspace_member.base_role': '"admin" | "editor" | "viewer"',
  'workspace_guest.former_role': '"admin" | "editor" | "viewer" | null',
  'invitation.base_role': '"admin" | "editor" | "viewer"',
  'group_role.base_role': '"admin" | "editor" | "viewer"',
  'member_origin.given_role': '"admin" | "editor" | "viewer" | null',
  'account_log.credential': '"session" | "pat" | "key" | "link" | "system"',
  'credential.kind': '"pat" | "key" | "link"',
  'notification.kind': '"mention" | "invitation" | "job_failed" | "conflict" | "dashboard_stale" | "proposal"',
  'notification_setting.kind': '"mention" | "invitation" | "job_failed" | "conflict" | "dashboard_stale" | "proposal"',
  'link_share.kind': '"table" | "view" | "dashboard"',
  'credential.reach_kind': '"account" | "workspace" | "workbook"',
  'device_grant.status': '"pending" | "approved" | "denied"',
  'workbook.language': 'Generated<"ja" | "en">',
  'workbook_member.role': '"viewer" | "editor"',
  'artifact.kind': '"table" | "view" | "chart" | "report"',
  'artifact.layer': '"raw" | "base" | "derived" | null',
  'artifact.state': '"active" | "archived"',
  'job.kind':
    '"source.ingest" | "review" | "materialize" | "recompute" | "export" | "transform" | "profile" | "restore" | "merge" | "purge" | "bundle"',
  'job.status': '"pending" | "running" | "succeeded" | "failed"',
  'webhook.status': 'Generated<"active" | "paused" | "disabled">',
  'webhook.reach_kind': '"everything" | "account" | "workspace" | "workbook"',
  'webhook.disabled_reason': '"gone" | "failing" | null',
  'delivery.status': 'Generated<"pending" | "succeeded" | "failed" | "exhausted">',
  'table_version.kind': '"d" | "s" | "a" | "b"',
  'manifest.kind': '"a" | "b" | "c"',
  'segment.state': '"P" | "L" | "D"',
  'segment.list_part': '"list" | "manifest" | "rows" | "deletes" | null',
  'delta.op': '"I" | "U" | "D"',
  'proposal.state': 'Generated<"open" | "applied" | "rejected" | "withdrawn" | "expired">',
  'proposal_row.op': '"I" | "U" | "D"',
  'proposal_review.verdict': '"approve" | "reject" | "comment"',
  'snapshot_table.state': '"active" | "archived"',
  'annotation.kind': '"table" | "column" | "row" | "cell" | "range"',
  // Null only once a workbook is buried, which no query of a feature sees.
  'workbook.workspace_id': 'string',
  'sync_binding.external_kind': '"google_sheets" | "microsoft"',
  'sync_binding.direction': '"pull" | "push" | "bidirectional"',
  'source_table.kind': 'Generated<"sheet" | "output">',
  'source.mode': '"auto" | "staged"',
  'source.status': '"registered" | "analyzed" | "materialized" | "failed"',
  'source.structuring': '"structured" | "skipped" | "deferred" | "raw_fallback" | "off"',
  'upload.status': '"pending" | "uploaded" | "ingested"',
  'upload.mode': '"auto" | "staged"',
  'upload.structuring': '"auto" | "skip" | "defer"',
  'pin.reason': '"snapshot" | "branch" | "read"',
  'branch.format': '"xlsx" | "csv"',
  'conflict.kind': '"overwrite" | "stale_override" | "row_deleted"',
  'conflict.resolution': '"acknowledge" | "revert" | "drop_override" | "superseded" | null',
  'lineage.kind': 'Generated<"structuring" | "transform" | "materialize" | "merge">',
  'transform.language': '"sql" | "python"',
  'transform.materialized': '"table" | "view"',
  'ledger_entry.reason': '"grant" | "charge" | "refund" | "forfeit"',
  'ledger_posting.book': '"issued" | "prepaid" | "monthly" | "spent"',
}

await withMigratedDatabase('types', async (url) => {
  const options = ['--url', url, '--out-file', OUT, '--dialect', 'postgres', '--camel-case', '--date-parser', 'string']
  options.push('--type-mapping', JSON.stringify({ int8: 'number' }), '--overrides', JSON.stringify({ columns: WORDS }))
  options.push(
    '--default-schema',
    'public',
    '--exclude-pattern',
    '{graphile_worker.*,kysely_*,bindery_*}',
    '--log-level',
    'error',
  )
  if (process.argv.includes('--check')) options.push('--verify')
  execFileSync(CODEGEN, options, { stdio: 'inherit' })
})

import { breakIn } from './break-in.ts'

/** Breaks of tables: writes, columns, policies, undo, merges, conflicts, transforms, snapshots, exports. */
const editable = breakIn('server/src/core/tables/open-editable-table.ts')
const wire = breakIn('server/src/core/tables/tables.schema.ts')
const schema = breakIn('server/src/core/tables/schema/row-schema.ts')
const effects = breakIn('server/src/core/policies/decide-effect.ts')
const ops = breakIn('server/src/core/ops/op.ts')
const merge = breakIn('server/src/work/branches/plan-merge.ts')
const recompute = breakIn('server/src/work/transforms/recompute/recompute.ts')
const exports_ = breakIn('server/src/doors/http/exports/exports.routes.ts')

export const TABLE_BREAKS = [
  wire(
    'What the service does: rule 1: every write of a table names the version it expects',
    'export const ExpectedVersion = Type.Union([Type.Integer(), Type.Null()], { description: EXPECTED })',
    'export const ExpectedVersion = Type.Optional(Type.Union([Type.Integer(), Type.Null()], { description: EXPECTED }))',
  ),
  editable(
    'What the service does: a derived table is the output of a transform: rows are neither inserted nor deleted',
    "if (opened.layer === 'derived') throw derivedNotEditable(opened.name)",
    '',
  ),
  schema(
    'What the service does: rule 5: a row has a JSON Schema that allows no other properties and null in every cell',
    'additionalProperties: false,',
    'additionalProperties: true,',
  ),
  effects(
    'What the service does: rule 4: a denied column does not exist for the reader',
    'return { effect, style: effect',
    "return { effect: effect === 'deny' ? 'mask' : effect, style: effect",
  ),
  effects(
    'Endpoints: workbooks and tables: PUT policy: allow exempts a role from the rule for all',
    'said.filter(({ rule }) => roles.includes(rule.role))',
    'said.filter(() => roles.length === 0)',
  ),
  breakIn('server/src/core/reading/refuse-if-hidden.ts')(
    'What the service does: rule 4: a governed workbook shows no raw file and takes no revision of one',
    'if (isGoverned) throw',
    'if (isGoverned && !workbookId) throw',
  ),
  breakIn('server/src/core/policies/policies.ts')(
    'Endpoints: workbooks and tables: DELETE policy: with a role that rule alone, without one the whole tag; the tag stays on columns',
    'deletePolicies(tx, workbookId, tag, role)',
    'deletePolicies(tx, workbookId, tag, null)',
  ),
  breakIn('server/src/core/tables/columns/drop-column.ts')(
    'Endpoints: workbooks and tables: DELETE column: never the last one',
    'if (opened.schema.length === 1) throw lastColumn(opened.name)',
    '',
  ),
  breakIn('server/src/core/tables/sync-bindings/bind-table.ts')(
    'Endpoints: workbooks and tables: POST sync-bindings: warnings where governed',
    'warnings: isGoverned ? GOVERNED_WARNINGS : []',
    'warnings: []',
  ),
  ops(
    'Resources: op entry: kind, actor, code reference and whether it can be undone',
    "new Set(['rows.upsert', 'rows.delete', 'merge', 'sync', 'proposal.apply'])",
    "new Set(['rows.delete', 'merge', 'sync', 'proposal.apply'])",
  ),
  ops(
    'States: op: undo is for row edits alone',
    'export const isUndoableKind = (kind: string) => UNDOABLE.has(kind)',
    'export const isUndoableKind = (kind: string) => UNDOABLE.size > 0 && kind.length > 0',
  ),
  merge(
    'Endpoints: named in passing: POST merge: cells that both sides changed become conflicts',
    "plan.conflicts.push({ kind: 'overwrite', rowId, columnId: id, ...values })",
    'void values',
  ),
  merge(
    'Endpoints: named in passing: POST merge: by row id, cell by cell',
    'if (!isServiceEdited(merging, base, current)) plan.deletions.push(rowId)',
    'if (!isServiceEdited(merging, base, current)) return',
  ),
  breakIn('server/src/work/branches/record-branch.ts')(
    'Errors: 400: a derived table is branched',
    "if (layer === 'derived') throw derivedNotBranchable(name)",
    'void layer',
  ),
  breakIn('server/src/work/branches/branch.ts')(
    'Limits: a merge takes at most 100,000 rows',
    'export const MOST_BRANCH_ROWS = 100_000',
    'export const MOST_BRANCH_ROWS = 1_000_000',
  ),
  breakIn('server/src/work/branches/resolve-conflict.ts')(
    'States: conflict: revert writes the prior value back as an edit with an actor',
    "if (resolution.action === 'revert') return (await writeBack(ctx, conflict, resolution)).committed",
    "if (resolution.action === 'revert') return null",
  ),
  breakIn('server/src/core/artifacts/artifacts.ts')(
    'What the service does: rule 6: an archived table can be brought back',
    "{ state: 'active', name }",
    "{ state: 'archived', name }",
  ),
  recompute(
    'Resources: recompute: skipped_reports names stale reports',
    'const skippedReports = await listReportNames(ctx.db, workbookId, staleIds)',
    'const skippedReports: string[] = []',
  ),
  recompute(
    'States: derived table: one whose transform fails stays stale and is listed in failed',
    'else failed.set(transform.tableId, { transform, error: outcome })',
    '',
  ),
  breakIn('server/src/work/exports/exports.errors.ts')(
    'Endpoints: workbooks and tables: POST export: generate is refused',
    "new ServiceError('invalid', 'formula_mode_refused'",
    "new ServiceError('invalid', 'invalid_request'",
  ),
  exports_(
    'Endpoints: workbooks and tables: POST export: headers tell preserved formulas, masked and denied columns',
    "'x-svc-masked-columns': listed(masked.map(encodeURIComponent)),",
    "'x-svc-masked-columns': '',",
  ),
  exports_(
    'Endpoints: workbooks and tables: POST export: row ids when asked for',
    'includesRowIds: body.include_row_ids ?? false,',
    'includesRowIds: body.include_row_ids ?? true,',
  ),
  breakIn('server/src/doors/http/review/review.routes.ts')(
    'Limits: a review that lints answers within 45 seconds, or 202',
    'if (prepared && !wasLate(prepared)) return',
    'if (prepared) return',
  ),
  breakIn('server/src/doors/http/snapshots/restore.routes.ts')(
    'Versioning: both need workbooks:delete',
    "scope: 'workbooks:delete',\n    reach: { workbook: 'editor' },\n    params: Type.Object({ workbook_id: Id('wb'), label",
    "scope: 'workbooks:write',\n    reach: { workbook: 'editor' },\n    params: Type.Object({ workbook_id: Id('wb'), label",
  ),
]

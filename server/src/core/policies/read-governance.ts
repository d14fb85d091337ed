import type { ColumnType } from '../../engine/table/column-type.ts'
import type { Context } from '../../platform/context.ts'
import { ARTIFACT_STATES, type ArtifactLayer, type ArtifactState, hasRows } from '../artifacts/artifact.ts'
import { listRegistered, type Registered } from '../reading/readable-tables.store.ts'
import { type Decided, decideEffect, type TaggedColumn } from './decide-effect.ts'
import { openForGovernance } from './open-for-governance.ts'
import { listGivenRoles } from './policies.store.ts'
import { type CountedPolicy, readPolicyList } from './policies.ts'
import { EVERYBODY, type Rule } from './policy.ts'
import { readRowPolicies, type VisibleRowPolicy } from './rows/row-policies.ts'
import type { Classification } from './tags/classification.ts'
import { readClassifications } from './tags/classifications.ts'
import { nameOfColumn } from './tags/spread-tags.ts'
import { readPolicies, type WorkbookPolicies } from './workbook-policies.ts'

/** Who sees what in a workbook, all at once. */
export type Governance = {
  isGoverned: boolean
  /** Those that exist, and those that rules speak of. */
  roles: readonly string[]
  policies: readonly CountedPolicy[]
  rowPolicies: readonly VisibleRowPolicy[]
  tables: readonly GovernedTable[]
}

export type GovernedTable = {
  table: string
  layer: ArtifactLayer | null
  state: ArtifactState
  columns: readonly GovernedColumn[]
}

export type GovernedColumn = {
  name: string
  type: ColumnType
  tags: readonly Classification[]
  /** For each role that does not see it plainly. */
  hidden: readonly (Decided & { role: string })[]
}

/** Base roles, the one of keys, and that of users without a rule of their own. */
const USUAL_ROLES = [EVERYBODY, 'admin', 'editor', 'viewer', 'service']
const ALL = Number.MAX_SAFE_INTEGER

/** For admins, who decide who sees what: every table and column with its tags, and what each role would see of it. */
export async function readGovernance(ctx: Context, workbookId: string): Promise<Governance> {
  const { workspaceId, policyEpoch } = await openForGovernance(ctx, workbookId)
  const found = (await listRegistered(ctx.db, workbookId, ARTIFACT_STATES)).filter(({ kind }) => hasRows(kind))
  const known = await readPolicies(ctx.db, workbookId, Math.max(policyEpoch, found[0]?.policyEpoch ?? 0))
  const tags = await readClassifications(ctx, workbookId)
  const roles = [
    ...new Set([
      ...USUAL_ROLES,
      ...(await listGivenRoles(ctx.db, workspaceId)),
      ...known.rules.map(({ role }) => role),
    ]),
  ]
  return {
    isGoverned: known.rules.length + known.rows.policies.length > 0,
    roles,
    policies: (await readPolicyList(ctx, workbookId, { limit: ALL, after: null })).policies,
    rowPolicies: await readRowPolicies(ctx, workbookId),
    tables: found.map((table) => tableFor(table, known, tags, roles)),
  }
}

function tableFor(
  { artifactId: tableId, name: table, layer, state, columns }: Registered,
  { rules, tags: tagsOf }: WorkbookPolicies,
  tags: readonly Classification[],
  roles: readonly string[],
): GovernedTable {
  const own = tags.filter((tag) => tag.tableId === tableId)
  return {
    table,
    layer,
    state,
    columns: columns.map(({ name, type, origin }) => ({
      name,
      type,
      tags: own.filter((tag) => tag.column === name),
      hidden: hiddenFrom({ tags: tagsOf.get(nameOfColumn({ tableId, origin })) ?? new Map(), type }, rules, roles),
    })),
  }
}

function hiddenFrom(column: TaggedColumn, rules: readonly Rule[], roles: readonly string[]) {
  return roles
    .map((role) => ({ role, ...decideEffect(column, rules, [role]) }))
    .filter(({ effect }) => effect !== 'allow')
}

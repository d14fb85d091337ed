import type { ColumnType } from '../../engine/table/column-type.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { toWireId } from '../../platform/ids.ts'
import { artifactIdIn, hasRows } from '../artifacts/artifact.ts'
import { countSeenRows } from '../reading/count-seen-rows.ts'
import { lensThrough } from '../reading/lens.ts'
import { readableFrom } from '../reading/open-readable-table.ts'
import { findRegistered } from '../reading/readable-tables.store.ts'
import { sampleFor } from '../reading/sample-for.ts'
import { type OpenedWorkbook, openWorkbook } from '../workbooks/open-workbook.ts'
import { mayGovern } from '../workbooks/workbook.ts'
import { findWorkbookFor } from '../workbooks/workbooks.store.ts'
import { type RoleSet, rolesIn } from './caller-roles.ts'
import { type Decided, decideStrictest } from './decide-effect.ts'
import { openForGovernance } from './open-for-governance.ts'
import { roleSetsOf } from './role-sets-of.ts'
import { callerAs, callerOf } from './rows/caller-of.ts'
import { accessThrough, filteredTables, type RowAccess } from './rows/row-access.ts'
import { type Attributes, asksForUser, type FilterCaller } from './rows/row-policy.ts'
import { nameOfColumn } from './tags/spread-tags.ts'
import { readPolicies, type WorkbookPolicies } from './workbook-policies.ts'

/** Whose view: a user with this role alone, that user, or the caller. */
export type Eyes = { role: string | null; userId: string | null }

/** What a user would see of a table, and which rules say so. Only admins learn more of denied columns than their number. */
export type Access = {
  table: string
  roles: readonly string[]
  isGoverned: boolean
  /** How much of its rows. */
  rows: RowAccess
  /** How many rows they see; null where the caller does not decide over policies. */
  visibleRows: number | null
  /** Asked of a role, and a policy asks for more of a user than that: other rows are seen by a user with this role. */
  dependsOnUser: boolean
  /** The first rows as they are seen; null where none were asked for, or the caller may not show them. */
  sample: readonly Record<string, unknown>[] | null
  columns: readonly AccessColumn[]
  deniedCount: number
  deniedColumns: readonly string[] | null
}

export type AccessColumn = Decided & { name: string; type: ColumnType; tags: readonly string[]; isInherited: boolean }

export async function readAccess(
  ctx: Context,
  { workbookId, name }: { workbookId: string; name: string },
  eyes: Eyes,
  sampleSize: number,
): Promise<Access> {
  const isOwn = eyes.role === null && eyes.userId === null
  const workbook = await (isOwn ? openWorkbook(ctx, workbookId, 'viewer') : openForGovernance(ctx, workbookId))
  const found = await findRegistered(ctx.db, workbookId, name, artifactIdIn(name))
  if (!found || !hasRows(found.kind)) throw notFound('table', name)
  const standing = await standingOf(ctx, workbook, eyes)
  const { roleSets } = standing
  const known = await readPolicies(ctx.db, workbookId, Math.max(workbook.policyEpoch, found.policyEpoch))
  const { rules, tags } = known
  const asker = await callerFor(ctx, workbook, eyes, standing, known)
  const columns = found.columns.map(({ name: called, type, origin }): AccessColumn => {
    const held = tags.get(nameOfColumn({ tableId: found.artifactId, origin })) ?? new Map()
    const isInherited = [...held.values()].some((from) => from !== null)
    return {
      name: called,
      type,
      tags: [...held.keys()],
      isInherited,
      ...decideStrictest({ tags: held, type }, rules, roleSets),
    }
  })
  const denied = columns.filter(({ effect }) => effect === 'deny')
  const isShown = mayGovern(ctx, workbook)
  const rows = accessThrough(filteredTables(known.rows, asker).get(found.artifactId))
  const seen = readableFrom(found, lensThrough(known, asker))
  return {
    table: found.name,
    roles: [...new Set(roleSets.flat())],
    isGoverned: rules.length + known.rows.policies.length > 0,
    rows,
    dependsOnUser: eyes.role !== null && rows !== 'all' && dependsOnUser(known, found.artifactId),
    sample: !isShown || sampleSize === 0 ? null : rows === 'closed' ? [] : await sampleFor(ctx, seen.table, sampleSize),
    visibleRows: !isShown ? null : rows === 'closed' ? 0 : await countSeenRows(ctx, seen),
    columns: isShown ? columns : columns.filter(({ effect }) => effect !== 'deny'),
    deniedCount: denied.length,
    deniedColumns: isShown ? denied.map((column) => column.name) : null,
  }
}

/** A table without a policy of its own shows the rows that those it was made from show. */
function dependsOnUser({ rows: { policies } }: WorkbookPolicies, tableId: string): boolean {
  const own = policies.filter((policy) => policy.tableId === tableId)
  return (own.length > 0 ? own : policies).some(({ condition }) => asksForUser(condition))
}

/** A role alone has no address and no attributes. */
async function callerFor(
  ctx: Context,
  workbook: OpenedWorkbook,
  { role, userId }: Eyes,
  { roleSets, attributes }: ReaderRoles,
  policies: WorkbookPolicies,
): Promise<FilterCaller> {
  if (userId === null && role === null) return callerOf(ctx, workbook, policies)
  const at = { workbookId: workbook.workbookId, ...policies }
  const isGovernor = roleSets.some((roles) => roles.includes('admin'))
  return callerAs(ctx, at, { userId, roleSets, attributes, isGovernor })
}

type ReaderRoles = { roleSets: readonly RoleSet[]; attributes: Attributes }

async function standingOf(ctx: Context, workbook: OpenedWorkbook, { role, userId }: Eyes): Promise<ReaderRoles> {
  if (role !== null) return { roleSets: [[role]], attributes: {} }
  if (userId === null) return { roleSets: await roleSetsOf(ctx, workbook), attributes: workbook.attributes ?? {} }
  const found = await findWorkbookFor(ctx.db, workbook.workbookId, userId)
  const roleSets = found ? rolesIn({ kind: 'session', userId, reach: { kind: 'everything' } }, found) : []
  if (roleSets.flat().length === 0) throw notFound('member', toWireId('usr', userId))
  return { roleSets, attributes: found?.attributes ?? {} }
}

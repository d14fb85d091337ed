import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import type { ColumnType } from '../../../tabular/column-type.ts'
import { artifactIdIn, hasRows } from '../../artifacts/artifact.ts'
import { type OpenedWorkbook, openWorkbook } from '../../workbooks/open-workbook.ts'
import { findWorkbookFor } from '../../workbooks/workbooks.store.ts'
import { mayGovern, openForGovernance } from '../open-for-governance.ts'
import { findRegistered } from '../reading/readable-tables.store.ts'
import { nameOfColumn } from '../tags/spread-tags.ts'
import { type RoleSet, rolesIn } from './caller-roles.ts'
import { type Decided, decideStrictest } from './decide-effect.ts'
import { askerAs, askerOf } from './rows/asker-of.ts'
import { accessThrough, filteredTables, type RowAccess, type RowPolicies } from './rows/row-access.ts'
import type { Asker } from './rows/row-policy.ts'
import { readPolicies } from './workbook-policies.ts'

/** Whose view: a user with this role alone, that user, or the caller. */
export type Eyes = { role: string | null; userId: string | null }

/** What a user would see of a table, and which rules say so. Only admins learn more of denied columns than their number. */
export type Access = {
  table: string
  roles: readonly string[]
  isGoverned: boolean
  /** How much of its rows. */
  rows: RowAccess
  columns: readonly AccessColumn[]
  deniedCount: number
  deniedColumns: readonly string[] | null
}

export type AccessColumn = Decided & { name: string; type: ColumnType; tags: readonly string[]; isInherited: boolean }

export async function readAccess(ctx: Context, workbookId: string, name: string, eyes: Eyes): Promise<Access> {
  const isOwn = eyes.role === null && eyes.userId === null
  const workbook = await (isOwn ? openWorkbook(ctx, workbookId, 'viewer') : openForGovernance(ctx, workbookId))
  const found = await findRegistered(ctx.db, workbookId, name, artifactIdIn(name))
  if (!found || !hasRows(found.kind)) throw notFound('table', name)
  const roleSets = await rolesOf(ctx, workbook, eyes)
  const known = await readPolicies(ctx.db, workbookId, Math.max(workbook.policyEpoch, found.policyEpoch))
  const { rules, tags } = known
  const asker = await askerFor(ctx, workbook, eyes, roleSets, known.rows)
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
  return {
    table: found.name,
    roles: [...new Set(roleSets.flat())],
    isGoverned: rules.length + known.rows.policies.length > 0,
    rows: accessThrough(filteredTables(known.rows, asker).get(found.artifactId)),
    columns: isShown ? columns : columns.filter(({ effect }) => effect !== 'deny'),
    deniedCount: denied.length,
    deniedColumns: isShown ? denied.map((column) => column.name) : null,
  }
}

/** A role alone has no address. */
async function askerFor(
  ctx: Context,
  workbook: OpenedWorkbook,
  { role, userId }: Eyes,
  roleSets: readonly RoleSet[],
  rows: RowPolicies,
): Promise<Asker> {
  if (role !== null) return { email: null, roleSets }
  return userId === null ? askerOf(ctx, workbook, rows) : askerAs(ctx.db, userId, roleSets, rows)
}

async function rolesOf(ctx: Context, workbook: OpenedWorkbook, { role, userId }: Eyes): Promise<RoleSet[]> {
  if (role !== null) return [[role]]
  if (userId === null) return rolesIn(ctx.caller, workbook)
  const standing = await findWorkbookFor(ctx.db, workbook.workbookId, userId)
  const roleSets = standing ? rolesIn({ kind: 'session', userId, reach: { kind: 'everything' } }, standing) : []
  if (roleSets.flat().length === 0) throw notFound('member', toWireId('usr', userId))
  return roleSets
}

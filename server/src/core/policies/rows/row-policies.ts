import { checkCondition } from '../../../engine/expressions/check-expression.ts'
import { ExpressionError, mapColumns } from '../../../engine/expressions/expression.ts'
import { parsePolicyExpression } from '../../../engine/expressions/parse-expression.ts'
import { printExpression } from '../../../engine/expressions/print-expression.ts'
import type { Column } from '../../../engine/table/table.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { toWireId } from '../../../platform/ids.ts'
import { ARTIFACT_STATES, artifactIdIn, hasRows } from '../../artifacts/artifact.ts'
import { invalidField } from '../../artifacts/artifacts.errors.ts'
import { actorOf } from '../../audit/actor.ts'
import { findRegistered, listRegistered, type Registered } from '../../reading/readable-tables.store.ts'
import { openForGovernance } from '../open-for-governance.ts'
import { changePolicies } from '../policies.ts'
import { deleteRowPolicy, listRowPolicies, type StoredRowPolicy, upsertRowPolicy } from './row-policies.store.ts'
import { type Condition, exampleOf, type Mapping } from './row-policy.ts'

type PolicyTable = { workbookId: string; table: string }

/** A policy with the names that its table and columns have now. `isFitting`: else its callers see no row. */
export type VisibleRowPolicy = Omit<StoredRowPolicy, 'mapping'> & {
  table: string
  predicate: string
  mapping: VisibleMapping | null
  isFitting: boolean
}

/** By the names that its table and columns have now. */
export type VisibleMapping = {
  tableId: string
  table: string
  email: string
  attributes: Readonly<Record<string, string>>
}

export type NewMapping = Omit<VisibleMapping, 'tableId'>

type NewRowPolicy = {
  predicate: string
  mapping: NewMapping | null
  mayWriteUnseen: boolean
  note: string | null
  actor: string | null
}

/** Says which rows of a table callers see, each by who they are. */
export async function setRowPolicy(
  ctx: Context,
  { workbookId, table }: PolicyTable,
  { predicate, note, actor, mayWriteUnseen, ...given }: NewRowPolicy,
): Promise<VisibleRowPolicy & { isNew: boolean }> {
  await openForGovernance(ctx, workbookId)
  const found = await openTable(ctx, workbookId, table)
  const condition = conditionFrom(predicate, found.columns)
  const mapping = given.mapping && (await mappingFrom(ctx, found, given.mapping))
  const detail = {
    ...(given.mapping ? { mapping_table: given.mapping.table } : {}),
    ...(mayWriteUnseen ? { may_write_unseen: true } : {}),
  }
  const entry = { workbookId, action: 'row_policy.set', target: { table: found.name }, detail, actor }
  const kept = { condition, mapping, mayWriteUnseen, note, actor: actorOf(ctx, actor) }
  const row = { workbookId, tableId: found.artifactId, ...kept }
  const stored = await changePolicies(ctx, entry, (tx) => upsertRowPolicy(tx, row))
  return { ...seen(stored, found, await tablesById(ctx, workbookId)), isNew: stored.isNew }
}

/** Everybody who sees the table sees all its rows again. That of a table in the trash, or gone, goes by the table's id. */
export async function dropRowPolicy(ctx: Context, { workbookId, table }: PolicyTable, actor: string | null) {
  await openForGovernance(ctx, workbookId)
  const found = await findTable(ctx, workbookId, table)
  const tableId = found?.artifactId ?? artifactIdIn(table)
  if (tableId === null) throw notFound('table', table)
  const target = { table: found?.name ?? table }
  const entry = { workbookId, action: 'row_policy.delete', target, detail: {}, actor }
  await changePolicies(ctx, entry, async (tx) => {
    if (!(await deleteRowPolicy(tx, workbookId, tableId))) throw notFound('row policy', table)
  })
}

/** For admins alone: a condition may quote what stands in rows, and names columns that others may not know of. */
export async function readRowPolicies(ctx: Context, workbookId: string): Promise<VisibleRowPolicy[]> {
  await openForGovernance(ctx, workbookId)
  const tables = await tablesById(ctx, workbookId)
  return (await listRowPolicies(ctx.db, workbookId))
    .map((policy) => seen(policy, tables.get(policy.tableId) ?? goneTable(policy), tables))
    .sort((one, other) => (one.table < other.table ? -1 : 1))
}

type Tables = ReadonlyMap<string, Pick<Registered, 'name' | 'columns'>>

async function tablesById({ db }: Context, workbookId: string): Promise<Tables> {
  const tables = await listRegistered(db, workbookId, ARTIFACT_STATES)
  return new Map(tables.map((table) => [table.artifactId, table]))
}

export async function readRowPolicy(ctx: Context, { workbookId, table }: PolicyTable): Promise<VisibleRowPolicy> {
  await openForGovernance(ctx, workbookId)
  const found = await openTable(ctx, workbookId, table)
  const stored = (await listRowPolicies(ctx.db, workbookId)).find(({ tableId }) => tableId === found.artifactId)
  if (!stored) throw notFound('row policy', table)
  return seen(stored, found, await tablesById(ctx, workbookId))
}

/** What was made from the rows of a table that is gone, or in the trash, still hangs on its policy. */
const goneTable = ({ tableId }: Pick<StoredRowPolicy, 'tableId'>) => ({ name: toWireId('art', tableId), columns: [] })

async function openTable(ctx: Context, workbookId: string, name: string): Promise<Registered> {
  const found = await findTable(ctx, workbookId, name)
  if (!found) throw notFound('table', name)
  return found
}

async function findTable({ db }: Context, workbookId: string, name: string): Promise<Registered | undefined> {
  const found = await findRegistered(db, workbookId, name, artifactIdIn(name))
  return found && hasRows(found.kind) ? found : undefined
}

function conditionFrom(predicate: string, columns: readonly Column[]): Condition {
  try {
    const condition = mapColumns(parsePolicyExpression(predicate), (name) => {
      const column = columns.find((one) => one.name === name)
      if (!column) throw new ExpressionError(`names ${name}, which is no column of the table`)
      return column.origin
    })
    check(condition, columns)
    return condition
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const place = error.at === null ? '' : ` (character ${error.at + 1})`
    throw invalidField(['body', 'predicate'], 'predicate', `${error.message}${place}`)
  }
}

/** Its parts fit together for every caller. */
function check(condition: Condition, columns: readonly Column[]) {
  checkCondition(exampleOf(condition), (origin) => {
    const column = columns.find((one) => one.origin === origin)
    if (!column) throw new ExpressionError('names a column that is gone')
    return column
  })
}

/** The table that says which values an address has, by ids and origins: names may change. */
async function mappingFrom(ctx: Context, of: Registered, { table, email, attributes }: NewMapping): Promise<Mapping> {
  const refuse = (path: readonly string[], message: string) =>
    invalidField(['body', 'mapping', ...path], 'mapping', message)
  const found = await findTable(ctx, of.workbookId, table)
  if (!found) throw refuse(['table'], `there is no table ${table}`)
  if (found.artifactId === of.artifactId)
    throw refuse(['table'], 'a table cannot say itself who sees which of its rows')
  const originOf = (name: string, path: readonly string[]) => {
    const column = found.columns.find((one) => one.name === name.normalize('NFC'))
    if (!column) throw refuse(path, `${name} is no column of ${found.name}`)
    return column.origin
  }
  const origins = Object.entries(attributes).map(([name, column]) => [name, originOf(column, ['attributes', name])])
  return { tableId: found.artifactId, email: originOf(email, ['email']), attributes: Object.fromEntries(origins) }
}

const nameIn = (columns: readonly Column[]) => (origin: number) =>
  columns.find((column) => column.origin === origin)?.name ?? `column ${origin}`

function seen(
  { mapping, ...stored }: StoredRowPolicy,
  { name, columns }: Pick<Registered, 'name' | 'columns'>,
  tables: Tables,
): VisibleRowPolicy {
  const mappingTable = mapping && tables.get(mapping.tableId)
  const isMapped = !mapping || (mappingTable && isThere(mapping, mappingTable.columns))
  return {
    ...stored,
    table: name,
    predicate: printExpression(stored.condition, nameIn(columns)),
    mapping: mapping && visibleMapping(mapping, mappingTable ?? goneTable(mapping)),
    isFitting: isFitting(stored.condition, columns) && Boolean(isMapped),
  }
}

function visibleMapping(
  { tableId, email, attributes }: Mapping,
  { name, columns }: Pick<Registered, 'name' | 'columns'>,
): VisibleMapping {
  const nameOf = nameIn(columns)
  const named = Object.entries(attributes).map(([attribute, origin]) => [attribute, nameOf(origin)])
  return { tableId, table: name, email: nameOf(email), attributes: Object.fromEntries(named) }
}

const isThere = ({ email, attributes }: Mapping, columns: readonly Column[]) =>
  [email, ...Object.values(attributes)].every((origin) => columns.some((column) => column.origin === origin))

function isFitting(condition: Condition, columns: readonly Column[]): boolean {
  try {
    check(condition, columns)
    return true
  } catch (error) {
    if (error instanceof ExpressionError) return false
    throw error
  }
}

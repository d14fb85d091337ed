import type { Position } from '../../../engine/reading/reader.ts'
import { asReadable } from '../../../engine/table/readable-table.ts'
import { emailKey } from '../../../people/accounts/user.ts'
import type { Context } from '../../../platform/context.ts'
import { toWireId } from '../../../platform/ids.ts'
import { LruMap } from '../../../platform/lru-map.ts'
import { hasRows } from '../../artifacts/artifact.ts'
import { findRegistered, type Registered } from '../../reading/readable-tables.store.ts'
import type { RowPolicies } from './row-access.ts'
import type { Attributes, Mapping } from './row-policy.ts'

/** What a mapping table has for each address. */
type Mapped = ReadonlyMap<string, Attributes>

/** Every change of a mapping table raises the epoch of its workbook. */
export type RowPoliciesAt = { workbookId: string; policyEpoch: number; rows: RowPolicies }

const PAGE_ROWS = 10_000
/** A table of more maps no address, and so shows no row by it. */
const MOST_ROWS = 100_000
const MOST_KNOWN = 200
/** By workbook, epoch and mapping. What a transaction sees may never come to be, and is not kept. */
const known = new LruMap<string, Mapped>(MOST_KNOWN)

/** What the mapping tables have for an address, by the table that each policy is of. */
export async function mappedAttributes(
  ctx: Context,
  { workbookId, policyEpoch, rows }: RowPoliciesAt,
  email: string,
): Promise<ReadonlyMap<string, Attributes>> {
  const found = new Map<string, Attributes>()
  for (const { tableId, mapping } of rows.policies) {
    if (!mapping) continue
    const attributes = (await mappedBy(ctx, workbookId, policyEpoch, mapping)).get(email)
    if (attributes) found.set(tableId, attributes)
  }
  return found
}

async function mappedBy(ctx: Context, workbookId: string, policyEpoch: number, mapping: Mapping): Promise<Mapped> {
  // An engine reads what is committed: within a transaction that has written, a table is asked for as it was before.
  if (ctx.db.isTransaction) return readMapped({ ...ctx, db: ctx.bulk.db }, workbookId, mapping)
  const key = `${workbookId} ${policyEpoch} ${JSON.stringify(mapping)}`
  const kept = known.get(key)
  if (kept) return kept
  const mapped = await readMapped(ctx, workbookId, mapping)
  known.set(key, mapped)
  return mapped
}

/** Nothing where the table or one of its columns is gone. */
async function readMapped(ctx: Context, workbookId: string, mapping: Mapping): Promise<Mapped> {
  const { tableId } = mapping
  const found = await findRegistered(ctx.db, workbookId, toWireId('art', tableId), tableId)
  const columns = found && hasRows(found.kind) ? columnsOf(found, mapping) : undefined
  if (!found || !columns) return new Map()
  const table = wholeTable(found)
  const mapped = new Map<string, Record<string, string[]>>()
  const columnIds = [columns.email, ...columns.attributes.map(({ id }) => id)]
  let start: { offset: number } | { after: Position } = { offset: 0 }
  for (let rows = 0; rows < MOST_ROWS; rows += PAGE_ROWS) {
    const asked = { columnIds, limit: PAGE_ROWS, start, orderBy: [], filter: null, isCounted: false }
    const page = await ctx.reader.page(table, asked)
    for (const { cells } of page.rows) addRow(mapped, columns.attributes, cells)
    if (!page.next) return mapped
    start = { after: page.next }
  }
  return new Map()
}

type MappedColumn = { name: string; id: number }

function columnsOf({ columns }: Registered, { email, attributes }: Mapping) {
  const idOf = (origin: number) => columns.find((column) => column.origin === origin)?.id
  const address = idOf(email)
  const values = Object.entries(attributes).flatMap(([name, origin]): MappedColumn[] => {
    const id = idOf(origin)
    return id === undefined ? [] : [{ name, id }]
  })
  if (address === undefined || values.length < Object.keys(attributes).length) return undefined
  return { email: address, attributes: values }
}

/** An address in several rows has the values of all of them. */
function addRow(
  mapped: Map<string, Record<string, string[]>>,
  attributes: readonly MappedColumn[],
  [email, ...values]: readonly (string | null)[],
) {
  const key = email === null || email === undefined ? '' : emailKey(email.trim())
  if (key === '') return
  const before = mapped.get(key)
  const entries = attributes.map(({ name }, n): [string, string[]] => {
    const value = values[n] ?? null
    return [name, [...(before?.[name] ?? []), ...(value === null || value === '' ? [] : [value])]]
  })
  mapped.set(key, Object.fromEntries(entries.map(([name, all]) => [name, [...new Set(all)].sort()])))
}

/** As the service itself reads it, to decide what others see. */
function wholeTable({ workbookId, artifactId, name, editVersion, schemaNo, rowCount, editSeq, columns }: Registered) {
  const plain = columns.map((column) => ({ ...column, isMasked: false }))
  const at = { version: editVersion ?? 0, schemaNo: schemaNo ?? 0, rowCount, editSeq }
  return asReadable({ workbookId, tableId: artifactId, name, ...at, columns: plain })
}

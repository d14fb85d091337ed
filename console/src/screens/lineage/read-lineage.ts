import type { Wire } from '@bindery-data/sdk'
import { client } from '../../service/client.ts'

export type Lineage = Wire.Lineage
export type LineageNode = Lineage['nodes'][number]

/** The way around one table; or of the whole workbook, put together from those of its tables. */
export async function readLineage(
  workbookId: string,
  table: string | undefined,
  signal: AbortSignal,
): Promise<Lineage> {
  if (table !== undefined) return readAround(workbookId, table, signal)
  const tables = await client.workbook(workbookId).tables({ signal, state: 'all' })
  const whole: Lineage = { nodes: [], edges: [], columns: [] }
  // Those made last see the furthest: after them few are left to ask for.
  const order = ['derived', 'base', 'raw']
  for (const { name } of tables.toSorted((a, b) => order.indexOf(a.layer) - order.indexOf(b.layer))) {
    if (!whole.nodes.some((node) => node.name === name && node.type !== 'source'))
      add(whole, await readAround(workbookId, name, signal))
  }
  return whole
}

async function readAround(workbookId: string, name: string, signal: AbortSignal): Promise<Lineage> {
  const answer = await client.api.readTableLineage({ workbook_id: workbookId, name, signal })
  return 'nodes' in answer ? answer : { nodes: [], edges: [], columns: [] }
}

function add(whole: Lineage, more: Lineage) {
  const keyOfEdge = ({ from_id, to_id }: Lineage['edges'][number]) => `${from_id} ${to_id}`
  const keyOfColumn = ({ to }: Lineage['columns'][number]) => JSON.stringify([to.table, to.column])
  addNew(whole.nodes, more.nodes, ({ id }) => id)
  addNew(whole.edges, more.edges, keyOfEdge)
  addNew(whole.columns, more.columns, keyOfColumn)
}

function addNew<T>(list: T[], more: readonly T[], keyOf: (each: T) => string) {
  const known = new Set(list.map(keyOf))
  list.push(...more.filter((each) => !known.has(keyOf(each))))
}

/** Without the ways from a file to a table that lead over its sheet as well: one way says it. */
export function withoutShortcuts({ nodes, edges, columns }: Lineage): Lineage {
  const next = (id: string) => edges.filter(({ from_id }) => from_id === id).map(({ to_id }) => to_id)
  const isShortcut = ({ from_id, to_id, kind }: Lineage['edges'][number]) =>
    kind === 'materialize' && next(from_id).some((between) => between !== to_id && next(between).includes(to_id))
  return { nodes, columns, edges: edges.filter((edge) => !isShortcut(edge)) }
}

type NamedColumn = { table: string; column: string }

/** Every column that a column is made from, over all steps. */
export function traceColumn({ columns }: Lineage, start: NamedColumn): NamedColumn[] {
  const found: NamedColumn[] = []
  const isFound = ({ table, column }: NamedColumn) =>
    found.some((each) => each.table === table && each.column === column)
  const open = [start]
  for (let next = open.pop(); next; next = open.pop()) {
    const { table, column } = next
    const made = columns.find(({ to }) => to.table === table && to.column === column)
    for (const from of made?.from ?? []) {
      if (isFound(from)) continue
      found.push(from)
      open.push(from)
    }
  }
  return found
}

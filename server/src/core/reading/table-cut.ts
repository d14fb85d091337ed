import { createHash } from 'node:crypto'
import { asReadable } from '../../engine/table/readable-table.ts'
import type { Context } from '../../platform/context.ts'
import { tableAtVersion } from './frozen-table.ts'
import type { OpenedTables } from './open-readable-tables.ts'

/** The tables of a workbook at one moment: what later reads of the same transaction see, whatever is committed meanwhile. */
export type TableCut = { id: string; tables: ReadonlyMap<string, CutTable> }
type CutTable = { name: string; version: number }

export function cutOf({ tables }: OpenedTables): TableCut {
  const cut = new Map(tables.map(({ artifactId, name, editVersion }) => [artifactId, { name, version: editVersion }]))
  const text = [...cut].map(([id, { name, version }]) => `${id} ${version} ${name}`).join('\n')
  return { id: `cut-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`, tables: cut }
}

/** Nothing has been committed since. */
export const isAtCut = ({ tables }: OpenedTables, cut: TableCut) =>
  tables.length === cut.tables.size &&
  tables.every(({ artifactId, name, editVersion }) => {
    const then = cut.tables.get(artifactId)
    return then?.version === editVersion && then.name === name
  })

/** The tables as they were in the cut, under the policies they were opened with now. One that is gone since is not among them. */
export async function openAtCut({ db }: Context, opened: OpenedTables, cut: TableCut): Promise<OpenedTables> {
  const tables = []
  for (const found of opened.tables) {
    const then = cut.tables.get(found.artifactId)
    if (!then) continue
    const { name, version } = then
    const table = asReadable({ ...(await tableAtVersion(db, found.table, version)), name })
    tables.push({ ...found, name, editVersion: version, rowCount: table.rowCount, table })
  }
  return { ...opened, snapshotId: cut.id, tables }
}

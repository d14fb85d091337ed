import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { artifactIdIn } from '../artifacts/artifact.ts'
import { frozenTable } from '../governance/frozen-table.ts'
import type { OpenedTable } from '../governance/open-readable-table.ts'
import { type OpenedTables, openReadableTables } from '../governance/open-readable-tables.ts'
import { recordGovernedReads } from '../governance/record-governed-reads.ts'
import type { AskedExport, ExportedTable } from './export.ts'
import { nothingToExport } from './exports.errors.ts'

/** `skipped`: tables that were not named and cannot be sent as they were wished for. */
export type OpenedExport = { policyEpoch: number; tables: ExportedTable[]; skipped: string[] }

/** The tables of an export, all of one moment. */
export async function openExportedTables(
  ctx: Context,
  workbookId: string,
  { tables: names, asOf, recordsBranch }: AskedExport,
): Promise<OpenedExport> {
  const all = await openReadableTables(ctx, workbookId, asOf)
  const active = () => all.tables.filter(({ state }) => state === 'active').toSorted(byName)
  const meant = names === null ? active() : [...new Set(names.map((name) => tableNamed(all, name)))]
  // Derived tables have no branch: named they are refused, otherwise left out and told of.
  const isSkipped = ({ layer }: OpenedTable) => names === null && recordsBranch && layer === 'derived'
  const chosen = meant.filter((table) => !isSkipped(table))
  if (chosen.length === 0) throw nothingToExport()
  await recordGovernedReads(ctx, chosen)
  return {
    policyEpoch: all.policyEpoch,
    tables: chosen.map(exportedTable),
    skipped: meant.filter(isSkipped).map(({ name }) => name),
  }
}

const byName = (one: OpenedTable, other: OpenedTable) => (one.name < other.name ? -1 : 1)

function tableNamed({ tables }: OpenedTables, sent: string): OpenedTable {
  const name = sent.normalize('NFC')
  const id = artifactIdIn(sent)
  const found = tables.find((table) => table.name === name) ?? tables.find(({ artifactId }) => artifactId === id)
  if (!found) throw notFound('table', sent)
  return found
}

const exportedTable = (opened: OpenedTable): ExportedTable => ({
  opened,
  table: frozenTable(opened.table),
  columns: opened.table.columns,
})

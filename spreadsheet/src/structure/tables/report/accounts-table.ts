import type { Output, Region } from '../../../parse-spec/parse-spec.ts'
import type { MadeTable } from '../made-table.ts'
import type { RelationRow } from '../relation.ts'
import type { RowLabels } from '../row-labels.ts'
import type { TableWords } from '../words.ts'
import type { Account, AccountTree } from './account-tree.ts'

type Entry = { row: number; label: string; parent: Account | null; level: number; kind: string }

/** What stands under what in a report, in the order of the sheet. */
export function accountsTable(
  region: Region,
  tree: AccountTree,
  labels: RowLabels,
  words: TableWords,
  output: Output,
): MadeTable {
  const entries = merge(
    tree.accounts.map((account): Entry => ({ ...account, kind: words.account })),
    tree.computed.map((item): Entry => ({ ...item, parent: null, kind: words.computedItem })),
  )
  const rows = entries.map(
    ({ row, label, parent, level, kind }, n): RelationRow => [
      { text: label, from: labels.cellOf(row) ?? null },
      { text: parent?.label ?? null, from: parent ? (labels.cellOf(parent.row) ?? null) : null },
      { text: String(level), from: null },
      { text: String(n + 1), from: null },
      { text: kind, from: null },
    ],
  )
  const names = [words.account, words.parent, words.level, words.order, words.kind]
  const numbers = new Set([words.level, words.order])
  return {
    ...output,
    regionId: region.region_id,
    columns: names.map((name) => ({ name, type: numbers.has(name) ? 'BIGINT' : 'VARCHAR', format: null })),
    rows,
  }
}

/** Computed items between the accounts: each after those that stand above it on the sheet. */
function merge(accounts: readonly Entry[], computed: readonly Entry[]): Entry[] {
  const left = [...computed]
  const merged: Entry[] = []
  for (const entry of accounts) {
    const isRoot = entry.parent === null
    while (isRoot && left[0] && left[0].row < entry.row) merged.push(...left.splice(0, 1))
    merged.push(entry)
  }
  return [...merged, ...left]
}

import type { Region } from '../../../parse-spec/parse-spec.ts'
import type { RowRole } from '../../roles/roles.ts'
import type { Sheet } from '../../sheet.ts'
import { rolesByRow } from '../roles-by-row.ts'
import { labelsOfRows, type RowLabels } from '../row-labels.ts'
import { rowsOfTable } from '../rows-of-table.ts'
import { type AccountParents, accountParents, COMPUTED_ITEMS, levelOfComputed } from './account-parents.ts'

/** The rows of a report as accounts that stand under one another, and what is computed from them. */
export type AccountTree = { accounts: readonly Account[]; computed: readonly ComputedItem[] }

export type Account = {
  row: number
  label: string
  parent: Account | null
  /** 1 for those that stand under no other. */
  level: number
  /** The row that holds its values: its own, or that of the subtotal which ends its group. */
  valueRow: number
  hasChildren: boolean
}

export type ComputedItem = { row: number; label: string; level: number }

const NO_ACCOUNTS: ReadonlySet<RowRole> = new Set(['separator', 'repeat_header', 'note', 'unit', 'continued'])

export function accountTree(sheet: Sheet, region: Region): AccountTree {
  const labels = labelsOfRows(sheet, region)
  const roles = rolesByRow(region)
  const parents = accountParents(region)
  const rows: number[] = []
  const computed: ComputedItem[] = []
  const { top, bottom } = rowsOfTable(region, roles)
  for (let row = top; row <= bottom; row++) {
    const role = roles.get(row) ?? 'data'
    if (NO_ACCOUNTS.has(role) || parents.supplies.has(row) || !labels.hasAny(row)) continue
    if (COMPUTED_ITEMS.has(role))
      computed.push({ row, label: labels.of(row), level: levelOfComputed(region, row, parents.levelOf) })
    else rows.push(row)
  }
  return { accounts: growTree(rows, parents, labels), computed }
}

function growTree(rows: readonly number[], { parentOf, valueRows }: AccountParents, labels: RowLabels): Account[] {
  const accounts = new Map<number, Account>()
  for (const row of rows)
    accounts.set(row, {
      row,
      label: labels.of(row),
      parent: null,
      level: 1,
      valueRow: valueRows.get(row) ?? row,
      hasChildren: false,
    })
  const children = new Map<number | null, Account[]>()
  for (const account of accounts.values()) {
    const parent = accounts.get(parentOf.get(account.row) ?? -1)
    const siblings = children.get(parent?.row ?? null)
    if (siblings) siblings.push(account)
    else children.set(parent?.row ?? null, [account])
  }
  const placed: Account[] = []
  const place = (account: Account, parent: Account | null) => {
    const own = children.get(account.row) ?? []
    const grown = { ...account, parent, level: (parent?.level ?? 0) + 1, hasChildren: own.length > 0 }
    placed.push(grown)
    for (const child of own) place(child, grown)
  }
  const firstRow = ({ row }: Account): number =>
    (children.get(row) ?? []).reduce((first, child) => Math.min(first, firstRow(child)), row)
  const roots = [...(children.get(null) ?? [])].sort((one, other) => firstRow(one) - firstRow(other))
  for (const root of roots) place(root, null)
  return placed
}

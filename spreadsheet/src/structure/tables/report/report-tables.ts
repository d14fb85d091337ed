import type { Output, Region } from '../../../parse-spec/parse-spec.ts'
import { columnIndex } from '../../../xlsx/cell-reference.ts'
import { languageOf } from '../../names/language-of.ts'
import type { Sheet } from '../../sheet.ts'
import type { MadeCell, MadeTable } from '../made-table.ts'
import { NOTHING, type RelationRow } from '../relation.ts'
import { typeOfAll } from '../reshape/melt.ts'
import { labelsOfRows, type RowLabels } from '../row-labels.ts'
import { type Spelling, spellValue } from '../spell-value.ts'
import { isCalledInJapanese, languageNamed, type TableWords, wordsIn } from '../words.ts'
import { type Account, type AccountTree, accountTree } from './account-tree.ts'
import { accountsTable } from './accounts-table.ts'
import { meltedColumns } from './melted-columns.ts'

type Melted = NonNullable<ReturnType<typeof meltedColumns>>

/** What all tables of one report are made from. */
type Report = {
  sheet: Sheet
  region: Region
  tree: AccountTree
  labels: RowLabels
  melted: Melted
  words: TableWords
  spelling: Spelling
}

/** Maker of the tables of a report: one for each level of its accounts, what is computed from them, and the accounts. */
export function reportTables(sheet: Sheet, region: Region, spelling: Spelling): ((output: Output) => MadeTable) | null {
  const melted = meltedColumns(sheet, region)
  if (!melted) return null
  const called = isCalledInJapanese([...melted.names, melted.valueTo]) ? 'ja' : null
  const language = languageOf(sheet, region, languageNamed(region.outputs[0]?.name ?? '') ?? called)
  const report = {
    sheet,
    region,
    tree: accountTree(sheet, region),
    labels: labelsOfRows(sheet, region),
    melted,
    words: wordsIn(language),
    spelling,
  }
  return (output) => {
    if (output.kind === 'level') return levelTable(report, output)
    return output.kind === 'accounts'
      ? accountsTable(region, report.tree, report.labels, report.words, output)
      : computedTable(report, output)
  }
}

function levelTable(report: Report, output: Output): MadeTable {
  const { tree, labels, melted, words, region } = report
  const stubs = labels.stubs.map((place) => stubName(region, place))
  const level = output.level ?? 1
  const accounts = tree.accounts.filter((account) => account.level === level)
  const further = haveNamesakes(accounts) ? level - 2 : 0
  const rows = accounts.flatMap((account) =>
    valuesOf(report, account.valueRow).map(
      (rest): RelationRow => [
        { text: account.label, from: labels.cellOf(account.row) ?? null },
        nameIn(report, account.row, account.parent),
        ...ancestorsOf(account)
          .slice(0, further)
          .map((ancestor) => nameIn(report, account.row, ancestor)),
        ...labels.stubs.map((place) => cellAt(report, account.row, place, 'VARCHAR')),
        ...rest,
      ],
    ),
  )
  const ancestors = Array.from({ length: further }, (_, n) => words.ofLevel(n + 1))
  return table(report, output, [words.account, words.parent, ...ancestors, ...stubs, ...melted.names], rows)
}

/** Parents of one name that stand under different accounts: `Paid by card` of each of several departments. */
function haveNamesakes(accounts: readonly Account[]): boolean {
  const paths = new Map<string, string>()
  return accounts.some(({ parent }) => {
    if (!parent) return false
    const path = JSON.stringify(ancestorsOf(parent).map(({ label }) => label))
    const known = paths.get(parent.label) ?? path
    paths.set(parent.label, known)
    return known !== path
  })
}

/** From the first level down to the parent. */
function ancestorsOf({ parent }: Pick<Account, 'parent'>): Account[] {
  return parent ? [...ancestorsOf(parent), parent] : []
}

/** The name of an account above, from the row itself where it stands there too. */
function nameIn({ labels }: Report, row: number, above: Account | null): MadeCell {
  if (!above) return NOTHING
  return { text: above.label, from: labels.cellSaying(row, above.label) ?? labels.cellOf(above.row) ?? null }
}

function computedTable(report: Report, output: Output): MadeTable {
  const { tree, labels, melted, words } = report
  const rows = tree.computed
    .filter(({ level }) => level === (output.level ?? 1))
    .flatMap(({ row, label }) =>
      valuesOf(report, row).map((rest): RelationRow => [{ text: label, from: labels.cellOf(row) ?? null }, ...rest]),
    )
  return table(report, output, [words.item, ...melted.names], rows)
}

/** A table whose last column is the value. */
function table(
  { region, melted }: Report,
  output: Output,
  names: readonly string[],
  rows: readonly RelationRow[],
): MadeTable {
  const type = typeOfAll(melted.columns.map(({ column }) => ({ ...column, path: [] })))
  return {
    ...output,
    regionId: region.region_id,
    columns: [...names, melted.valueTo].map((name, n) => ({
      name,
      type: n === names.length ? type : 'VARCHAR',
      format: null,
    })),
    rows,
  }
}

/** One row for each value of a row of the sheet: what its header says, and the value. */
function valuesOf(report: Report, row: number): MadeCell[][] {
  return report.melted.columns.flatMap(({ place, column, labels }) => {
    const value = cellAt(report, row, place, column.type)
    return value.text === null ? [] : [[...labels, value]]
  })
}

function cellAt({ sheet, spelling }: Report, row: number, column: number, type: string): MadeCell {
  const cell = sheet.cellAt(row, column)
  return cell ? { text: spellValue(cell, type, spelling), from: cell } : NOTHING
}

const stubName = (region: Region, place: number) =>
  region.columns.find(({ source_column }) => columnIndex(source_column) === place)?.name ?? ''

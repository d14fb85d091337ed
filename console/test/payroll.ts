import type { Client } from '@bindery-data/sdk'
import type { WorkSheet } from '@e965/xlsx'
import { edited, setCell } from '../../server/test/new-branch.ts'

const COLUMNS = [
  { name: 'name' },
  { name: 'department' },
  { name: 'salary', type: 'INTEGER' },
  { name: 'since', type: 'DATE' },
]

const PEOPLE = [
  { name: 'Aoki Haruka', department: '経理部', salary: 412_000, since: '2019-04-01' },
  { name: 'Brandt, Lena', department: 'Sales', salary: 388_000, since: '2021-10-01' },
  { name: 'Chida Sota', department: '営業部', salary: 365_000, since: '2022-04-01' },
  { name: 'Dubois, Jean', department: 'Sales', salary: 402_500, since: '2018-07-15' },
  { name: 'Endo Mio', department: '経理部', salary: 351_000, since: '2023-04-01' },
  { name: 'Farouk, Amal', department: 'Research', salary: 455_000, since: '2017-02-01' },
]

/** A workbook with one table, of people and what they earn. All of them are made up. */
export async function newPayroll(client: Client) {
  const workbook = await client.createWorkbook({ title: 'Payroll 2026' })
  await workbook.createTable({ name: 'salaries', columns: COLUMNS })
  const salaries = workbook.table('salaries')
  await salaries.append(PEOPLE)
  const salaryOf = async (rowId: number) => (await salaries.row(rowId)).salary
  return { workbook, salaries, salaryOf, at: `/w/${workbook.id}` }
}

type Payroll = Awaited<ReturnType<typeof newPayroll>>

/** What comes back after the table was edited: its salaries and names are changed by their row. */
export async function editedExport({ workbook }: Payroll, cells: Readonly<Record<string, unknown>>): Promise<Buffer> {
  const file = await workbook.export({ tables: ['salaries'], record_branch: true })
  const bytes = Buffer.from(await (await file.blob()).arrayBuffer())
  return edited(bytes, (sheet: WorkSheet) => {
    for (const [cell, value] of Object.entries(cells)) setCell(sheet, cell, value)
  })
}

/** Some cells that were changed here and in a file, and the file is merged: each is a conflict. */
export async function newConflicts(client: Client) {
  const payroll = await newPayroll(client)
  const content = await editedExport(payroll, { C2: 420_000, C3: 395_000, B4: '営業二部', C5: 410_000 })
  await payroll.salaries.write({
    rows: [
      { __svc_row_id: 1, salary: 418_000 },
      { __svc_row_id: 2, salary: 401_000 },
      { __svc_row_id: 3, department: '営業一部' },
    ],
    expected_version: null,
  })
  const file = { content: new Blob([new Uint8Array(content)]), filename: 'salaries.xlsx' }
  await payroll.workbook.sync(file)
  return payroll
}

/** Says what was expected where something else is. */
export function expectEqual(what: string, actual: unknown, expected: unknown) {
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(actual)} in the place of ${JSON.stringify(expected)}`)
}

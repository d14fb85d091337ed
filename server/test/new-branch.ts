import { utils, type WorkSheet, write } from '@e965/xlsx'
import { exportFile, openBook } from './export-file.ts'
import { newTable } from './new-table.ts'
import type { startService } from './service.ts'
import { uploadTo } from './upload.ts'

const COLUMNS = [
  { name: 'region' },
  { name: 'amount', type: 'INTEGER' },
  { name: 'price', type: 'DECIMAL(10,2)' },
  { name: 'paid', type: 'DATE' },
]
export const BRANCHED_ROWS = [
  { region: '東', amount: 1, price: '1.50', paid: '2026-01-31' },
  { region: '西', amount: 2, price: '2.00', paid: null },
  { region: '007', amount: 3, price: '3.25', paid: '1868-01-25' },
]

/** A table that was sent out as a branch, and a way to send it back after editing. */
export async function newBranch(
  service: ReturnType<typeof startService>,
  { rows = BRANCHED_ROWS, body = {} }: { rows?: readonly object[]; body?: object } = {},
) {
  const made = await newTable(service, { columns: COLUMNS, rows })
  const { headers, bytes } = await exportFile(service.url(), made.owner, made.at, { record_branch: true, ...body })
  const branchId = headers.get('x-svc-branch-id') ?? ''
  const send = (file: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) =>
    uploadTo(service.url(), made.owner.session, `${made.table}/merge`, {
      bytes: file,
      filename: 'sales.xlsx',
      fields: { branch_id: branchId, ...fields },
    })
  return { ...made, branchId, bytes, send }
}

/** The file with some cells changed, saved by another program. */
export function edited(bytes: Buffer, edit: (sheet: WorkSheet) => void): Buffer<ArrayBuffer> {
  const book = openBook(bytes)
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (sheet) edit(sheet)
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }))
}

export const setCell = (sheet: WorkSheet, cell: string, value: unknown) =>
  utils.sheet_add_aoa(sheet, [[value]], { origin: cell })

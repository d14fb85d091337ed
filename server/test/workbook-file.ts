import { utils, write } from '@e965/xlsx'

export type Cells = readonly (readonly unknown[])[]

/** An xlsx file with these sheets. */
export function workbookFile(sheets: Readonly<Record<string, Cells>>): Buffer<ArrayBuffer> {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name)
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }))
}

import { makeZip } from '../../../spreadsheet/test/make-zip.ts'
import { fresh } from '../requests/good-request.ts'
import { bytesOf, type File } from './file-place.ts'

const cells = (cell: (n: number) => string, count: number) => Array.from({ length: count }, (_, n) => cell(n)).join(',')

/** Files that are refused, by the code they are refused with. */
export const BAD_FILES = {
  unsupported_file: () => ({ filename: `${fresh('bad')}.xlsx`, bytes: bytesOf(`%PDF-1.4 ${fresh('no spreadsheet')}`) }),
  zip_bomb: () => ({ filename: `${fresh('bomb')}.xlsx`, bytes: bytesOf(bomb()) }),
  too_many_columns: () => ({
    filename: `${fresh('broad')}.csv`,
    bytes: bytesOf(`${cells((n) => `${fresh('c')}${n}`, 2_500)}\n${cells(String, 2_500)}\n`),
  }),
  // A text that is longer than a cell may be.
  payload_too_large: () => ({
    filename: `${fresh('long')}.csv`,
    bytes: bytesOf(`word\n${fresh('w').padEnd(1_000_100, 'x')}\n`),
  }),
} satisfies Record<string, () => File>

/** Says that it unpacks to more than a gigabyte. */
const bomb = () =>
  makeZip([{ name: 'xl/workbook.xml', content: fresh('x'), claims: { sizeBytes: 2 ** 30 + 1, packedBytes: 2 ** 29 } }])

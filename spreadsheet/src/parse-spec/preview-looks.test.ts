import { expect, test } from 'vitest'
import { bytesOf } from '../byte-source.ts'
import { openFile } from '../open-file.ts'
import type { StyleToWrite } from '../write/style-to-write.ts'
import { writeXlsx } from '../write/write-xlsx.ts'
import { previewSheet } from './preview-sheet.ts'

const HEADER: StyleToWrite = {
  isBold: true,
  fill: 'D9E1F2',
  fontColor: '1F3864',
  border: { bottom: 'thin' },
  horizontal: 'center',
}
const PART: StyleToWrite = { indent: 2 }

async function written() {
  const chunks: Uint8Array[] = []
  const rows = [
    [
      { cell: { kind: 'text', value: 'Account' } as const, style: HEADER },
      { cell: { kind: 'text', value: 'Amount' } as const, style: HEADER },
    ],
    [{ cell: { kind: 'text', value: 'Rent' } as const, style: PART }, 1200],
  ]
  for await (const chunk of writeXlsx({ sheets: [{ name: 'P&L', rows: [rows], columns: [{ width: 30 }] }] }))
    chunks.push(chunk)
  return openFile(bytesOf(Buffer.concat(chunks)), 'looks.xlsx')
}

test('a preview tells how cells look, each style once, and how wide columns are', async () => {
  const { styles, looks, widths } = await previewSheet(await written(), 'P&L', 'A1:C3')

  expect(looks).toEqual([
    [0, 0, null],
    [1, null, null],
    [null, null, null],
  ])
  expect(styles[0]).toEqual({
    bold: true,
    indent: 0,
    align: 'center',
    fill: 'D9E1F2',
    color: '1F3864',
    border: ['bottom'],
  })
  expect(styles[1]).toMatchObject({ bold: false, indent: 2, fill: null, border: [] })
  expect(widths[0]).toBeGreaterThan(29)
  expect(widths.slice(1)).toEqual([null, null])
})

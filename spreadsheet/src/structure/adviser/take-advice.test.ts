import { expect, test } from 'vitest'
import { sheetOf } from '../../../test/sheet-of.ts'
import type { Region } from '../../parse-spec/parse-spec.ts'
import { structureSheet } from '../structure-sheet.ts'
import type { AdviserQuestion } from './adviser.ts'
import { takeAdvice } from './take-advice.ts'

const SALARIES = [
  ['氏名', '等級', '給与'],
  ['青木', '主任', 412_345],
  ['伊藤', '課長', 598_760],
  ['上田', '主任', 423_111],
]

const outputs = (region: Region) => [
  { name: '給与', kind: region.reshape === null ? ('list' as const) : ('long' as const) },
]

function read() {
  const sheet = sheetOf(SALARIES)
  return { sheet, structure: structureSheet(sheet) }
}

test('advice that keeps every cell is followed and says so', async () => {
  const { sheet, structure } = read()

  const { regions } = await takeAdvice(
    sheet,
    structure,
    async () => [{ region_id: 'r1', patch: { title: '給与一覧' } }],
    outputs,
  )

  expect(regions[0]).toMatchObject({ title: '給与一覧', evidence: expect.arrayContaining(['advised']) })
})

test('advice that would lose a row changes nothing, and is reported', async () => {
  const { sheet, structure } = read()

  const advised = await takeAdvice(
    sheet,
    structure,
    async () => [{ region_id: 'r1', patch: { data_range: 'A3:C4' } }],
    outputs,
  )

  expect(advised.regions).toEqual(structure.regions)
  expect(advised.warnings).toMatchObject([{ code: 'advice_refused', region_id: 'r1' }])
})

test('an adviser receives names and kinds of cells, and no figure', async () => {
  const { sheet, structure } = read()
  const asked: AdviserQuestion[] = []

  await takeAdvice(
    sheet,
    structure,
    async (question) => {
      asked.push(question)
      return []
    },
    outputs,
  )

  const lines = asked.flatMap((question) => question.lines).join('\n')
  expect(lines).toContain('氏名')
  expect(lines).not.toMatch(/412|598|423/)
})

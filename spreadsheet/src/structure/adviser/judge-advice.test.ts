import { expect, test } from 'vitest'
import { tablesOfSheet } from '../../../test/tables-of-sheet.ts'
import { bytesOf } from '../../byte-source.ts'
import { openFile } from '../../open-file.ts'
import type { AdvisedOperation, ParseSpec } from '../../parse-spec/parse-spec.ts'
import { correctFile } from '../correct/correct-file.ts'
import { readFileSheet } from '../read-file-sheet.ts'
import { structureFile } from '../structure-file.ts'
import { type Judgement, judgeAdvice, type Proposal } from './judge-advice.ts'
import { outlineSheets } from './outline-sheets.ts'

/** Two tables that touch, with a row that is called a total and is none. */
const STAFF = `item,plan,actual
Hall,412,398
Tents,96,121
Events total,999,777
Lunch,230,251
Music,188,176
name,age,city
Ann,31,Rome
Ben,42,Oslo
Cid,53,Bonn
`

const opened = (csv = STAFF) => openFile(bytesOf(Buffer.from(csv)), 'staff.csv')

async function judged(operations: readonly AdvisedOperation[], region = 'r1'): Promise<Judgement | undefined> {
  const file = await opened()
  const spec = await structureFile(file, { sourceName: 'staff.csv', sha256: '' })
  const proposals: Proposal[] = [{ region, reason: 'names of columns stand in row 7', operations }]
  return (await judgeAdvice(file, { spec, proposals, language: 'en' }))[0]
}

const faultOf = async (operations: readonly AdvisedOperation[], region?: string) => {
  const judgement = await judged(operations, region)
  return judgement && 'fault' in judgement ? judgement.fault : 'none'
}

test('a proposal that keeps every cell is a choice, with what it does in our words and why in those of the adviser', async () => {
  const judgement = await judged([{ op: 'split_region', region: 'r1', at_row: 7 }])

  expect(judgement).toMatchObject({
    region: 'r1',
    choice: {
      text: 'Suggested by the adviser: a second table begins in row 7 (names of columns stand in row 7)',
      patch: { needs_review: false, question: null },
      advice: { operations: [{ op: 'split_region', region: 'r1', at_row: 7 }] },
    },
  })
})

test('what is judged is the reading that a user gets who chooses it', async () => {
  const file = await opened()
  const spec = await structureFile(file, { sourceName: 'staff.csv', sha256: '' })
  const operations = [{ op: 'split_region', region: 'r1', at_row: 7 }] as const

  const judgement = await judged(operations)
  const made = await correctFile(file, { spec, operations, language: 'en' })

  const after = (one: object | undefined): ParseSpec | undefined =>
    one && 'spec' in one ? (one.spec as ParseSpec) : undefined
  expect(after(judgement)?.regions).toEqual(after(made)?.regions)
  expect(after(made)?.regions.map(({ range }) => range)).toEqual(['A1:C6', 'A7:C10'])
})

test.each<[string, AdvisedOperation[], string]>([
  ['a box that leaves rows out', [{ op: 'set_box', region: 'r1', range: 'A1:C3' }], 'loses_cells'],
  ['a box outside of the sheet', [{ op: 'set_box', region: 'r1', range: 'X90:Z99' }], 'impossible'],
  ['a box that is no box', [{ op: 'set_box', region: 'r1', range: '' }], 'impossible'],
  [
    'a row that separates and holds figures',
    [{ op: 'set_role', region: 'r1', rows: [4], role: 'separator' }],
    'loses_cells',
  ],
  ['figures as names', [{ op: 'set_header_rows', region: 'r1', rows: [1, 2, 3] }], 'loses_cells'],
  ['a header far below', [{ op: 'set_header_rows', region: 'r1', rows: [900] }], 'impossible'],
  ['a header with a gap', [{ op: 'set_header_rows', region: 'r1', rows: [1, 7] }], 'impossible'],
  ['a cut beside the table', [{ op: 'split_region', region: 'r1', at_row: 500 }], 'impossible'],
  ['regions that are not there', [{ op: 'merge_regions', regions: ['r1', 'r99'] }], 'impossible'],
  [
    'columns that are not there',
    [{ op: 'choose_reading', region: 'r1', reshape: { kind: 'pivot', name_column: 'no', value_column: 'none' } }],
    'impossible',
  ],
  ['nothing', [], 'nothing_new'],
  ['what is so already', [{ op: 'set_header_rows', region: 'r1', rows: [1] }], 'nothing_new'],
  [
    'one thing and its opposite',
    [
      { op: 'set_role', region: 'r1', rows: [4], role: 'subtotal' },
      { op: 'set_kind', region: 'r1', kind: 'form' },
    ],
    'contradicts_itself',
  ],
])('%s is dropped', async (_, operations, fault) => {
  expect(await faultOf(operations)).toBe(fault)
})

test('of boxes, headers, cuts and roles at random only those are kept that leave every cell in a table', async () => {
  const file = await opened()
  const sheet = await readFileSheet(file, 0, 'staff')
  const spec = await structureFile(file, { sourceName: 'staff.csv', sha256: '' })
  const proposals = Array.from({ length: 150 }, (_, n) => randomProposal(n + 1))
  if (!sheet) throw new Error('the sheet holds something')

  const judgements = await judgeAdvice(file, { spec, proposals, language: 'en' })

  const kept = judgements.flatMap((judgement) => ('spec' in judgement ? [judgement.spec] : []))
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.length).toBeLessThan(100)
  for (const { regions } of kept) {
    const tables = tablesOfSheet(sheet, regions)
    const held = tables.flatMap(({ columns, rows }) => [
      ...columns.map(({ name }) => name),
      ...rows.flatMap((row) => row.map(({ text }) => text ?? '')),
    ])
    const lost = sheet.cells.filter(({ text }) => !held.some((one) => one === text || one.includes(text)))
    expect(lost.map(({ text }) => text)).toEqual([])
  }
})

function randomProposal(seed: number): Proposal {
  let state = seed * 7_919
  const random = (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
  const cell = () => `${String.fromCharCode(65 + random(5))}${1 + random(14)}`
  const first = 1 + random(8)
  const roles = ['total', 'separator', 'note', 'group', 'subtotal', 'unit', 'continued'] as const
  const all: AdvisedOperation[] = [
    { op: 'set_box', region: 'r1', range: `${cell()}:${cell()}` },
    { op: 'set_header_rows', region: 'r1', rows: [first, first + random(3)] },
    { op: 'split_region', region: 'r1', at_row: 1 + random(14) },
    { op: 'split_region', region: 'r1', at_column: String.fromCharCode(65 + random(5)) },
    { op: 'set_role', region: 'r1', rows: [1 + random(14)], role: roles[random(roles.length)] ?? 'data' },
    {
      op: 'choose_reading',
      region: 'r1',
      reshape: random(2) === 0 ? { kind: 'transpose' } : { kind: 'subtitle', name_to: 'x' },
    },
    { op: 'set_kind', region: 'r1', kind: 'form' },
  ]
  const from = random(all.length)
  return { region: 'r1', reason: 'chance', operations: all.slice(from, from + 1 + random(2)) }
}

test('a region that asks nothing gets no advice', async () => {
  expect(await faultOf([{ op: 'set_header_rows', region: 'r2', rows: [1] }], 'r2')).toBe('asks_nothing')
})

test('the outline of a sheet has names and kinds of cells, and no figure', async () => {
  const file = await opened()

  const { text } = await outlineSheets(file, { sheets: [file.sheets[0]?.name ?? ''], maxTokens: 500 })

  expect(text).toContain('A7=name | B7=age | C7=city')
  expect(text).not.toMatch(/412|398|999|31/)
})

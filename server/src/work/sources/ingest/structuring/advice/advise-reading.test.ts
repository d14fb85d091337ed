import { afterAll, expect, test, vi } from 'vitest'
import type { Body } from '../../../../../../test/client.ts'
import { startModelServer } from '../../../../../../test/model-server.ts'
import { startService } from '../../../../../../test/service.ts'
import { newSourcePlace } from '../../../../../../test/source-place.ts'

// The first loader of a node tries the sandbox out, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const model = await startModelServer('openai')
const service = startService({ settings: { adviser: { ...model.settings, readings: true } } })
const reviewing = startService({ settings: { adviser: model.settings } })
const without = startService()
afterAll(() => model.close())

/** Two tables that touch, with a row that is called a total and is none: its reading is not sure. */
const STAFF =
  'item,plan,actual\nHall,412,398\nTents,96,121\nEvents total,999,777\nLunch,230,251\nMusic,188,176\nname,age,city\nAnn,31,Rome\nBen,42,Oslo\nCid,53,Bonn\n'
const SURE = 'code,region,amount\n007,Tokyo,10\n008,Osaka,-3\n009,Kobe,12\n010,Nara,4\n'

const SPLIT = {
  region: 'r1',
  reason: 'Row 7 names\nother columns.',
  operations: [{ op: 'split_region', region: 'r1', at_row: 7 }],
}

/** A file as it was read: its spec, and what its tables hold. */
async function readIn(on: typeof service, bytes = STAFF) {
  const place = await newSourcePlace(on)
  const { status, body } = await place.upload({ bytes, filename: 'staff.csv' })
  const { body: spec } = await place.call('GET', '/sources/staff.csv/parse-spec')
  const rows = await place.rows('staff')
  return { ...place, status, body, spec, rows }
}

const question = ({ regions }: Body) => regions[0].question

test('a proposal that obeys the laws is one more choice, with its reason; the reading stays, and choosing it makes it', async () => {
  model.say(() => ({ proposals: [SPLIT] }))
  const plain = await readIn(without)

  const { call, spec, rows, body } = await readIn(service)

  expect(question(spec).choices.slice(0, -1)).toEqual(question(plain.spec).choices)
  expect(question(spec).choices.at(-1)).toEqual({
    text: 'Suggested by the adviser: a second table begins in row 7 (Row 7 names other columns.)',
    patch: { needs_review: false, question: null },
    advice: { reason: 'Row 7 names other columns.', operations: SPLIT.operations },
  })
  expect({ ...spec.regions[0], question: null }).toEqual({ ...plain.spec.regions[0], question: null })
  expect(rows).toEqual(plain.rows)
  expect(question(body.source.parse_spec).choices).toHaveLength(3)

  const { spec_version, revision } = spec
  const chosen = await call('PATCH', '/sources/staff.csv/parse-spec', {
    spec_version,
    revision,
    operations: [{ op: 'answer', region: 'r1', choice: 2 }],
  })
  expect(chosen.status).toBe(200)
  const ranges = chosen.body.regions.map(({ range }: Body) => range)
  expect(ranges).toEqual(['A1:C6', 'A7:C10'])
})

test('it is asked once for a file, with a map of the sheet and the reading, and the log of the workbook says so', async () => {
  model.say(() => ({ proposals: [] }))
  const before = model.asked.length

  const { call } = await readIn(service)

  expect(model.asked.length).toBe(before + 1)
  const { material = '{}', key } = model.asked.at(-1) ?? {}
  expect(JSON.parse(material)).toMatchObject({
    map: expect.stringContaining('file staff.csv'),
    rows: expect.stringContaining('A7=name | B7=age | C7=city'),
    readings: [{ region: 'r1', range: 'A1:C10', header_rows: [1] }],
  })
  expect(key).toBe('model-key')
  expect(Buffer.byteLength(material)).toBeLessThan(48 * 1024)
  const { entries } = (await call('GET', '/audit-log')).body
  expect(entries.find(({ action }: Body) => action === 'source.advise')).toMatchObject({
    target: { source: 'staff.csv' },
    detail: { model: 'wise-1', bytes_sent: Buffer.byteLength(material) },
  })
})

test('nothing leaves of a file that is sure, and nothing of a governed workbook', async () => {
  model.say(() => ({ proposals: [SPLIT] }))
  const before = model.asked.length

  const sure = await newSourcePlace(service)
  const { body: read } = await sure.upload({ bytes: SURE, filename: 'sure.csv' })
  await sure.call('POST', '/artifacts/sure/columns/code/tags', { tag: 'pii' })
  const governed = await sure.call('PUT', '/policies/pii', { effect: 'mask' })
  const { status } = await sure.upload({ bytes: STAFF, filename: 'staff.csv' })

  expect([read.structuring, governed.status, status]).toEqual(['structured', 201, 201])
  expect(model.asked.length).toBe(before)
})

/** Answers that propose nothing that may be. Proposals of one answer are judged one by one. */
const NONSENSE: readonly (() => unknown)[] = [
  // Boxes that leave rows out, that lie outside of the sheet, and that are none.
  () =>
    proposing({ op: 'set_box', range: 'A1:C3' }, { op: 'set_box', range: 'X90:Z99' }, { op: 'set_box', range: 'all' }),
  // Beyond every sheet, a region that is not there, no operations.
  () => ({
    proposals: [
      { region: 'r1', reason: 'far', operations: [{ op: 'set_box', region: 'r1', range: 'ZZZ9999999' }] },
      { ...SPLIT, region: 'r77' },
      { ...SPLIT, operations: [] },
    ],
  }),
  // Operations that are not open to it, and members of another one.
  () =>
    proposing(
      { op: 'leave_out', ranges: ['A1:C10'] },
      { op: 'set_kind', kind: 'ignore' },
      { op: 'set_box', rows: [1], range: 'A1:C9' },
    ),
  // Rows that are no numbers, figures as names, columns that are not there.
  () =>
    proposing(
      { op: 'set_header_rows', rows: ['1', null, 2.5, -4] },
      { op: 'set_header_rows', rows: [1, 2, 3, 4] },
      { op: 'choose_reading', reshape: { kind: 'unpivot', value_columns: ['no', 'none'] } },
    ),
  // Far too many, proposals that are none.
  () => ({ proposals: [{ ...SPLIT, operations: Array(5_000).fill(SPLIT.operations[0]) }, null, { region: 5 }, 'r1'] }),
  () => 'I would rather talk about the weather.',
  () => '{"proposals": [{"region": "r1", "operations": [{"op": "set_bo',
  () => ({ findings: [] }),
]

const proposing = (...operations: object[]) => ({
  proposals: operations.map((operation) => ({
    region: 'r1',
    reason: 'so',
    operations: [{ ...operation, region: 'r1' }],
  })),
})

test('whatever nonsense it proposes, the reading is byte for byte the one without it', async () => {
  const plain = await readIn(without)
  for (const [n, answer] of NONSENSE.entries()) {
    model.say(answer)
    const before = model.asked.length

    const { status, spec, rows } = await readIn(service)

    expect([n, status, model.asked.length]).toEqual([n, 201, before + 1])
    expect([n, JSON.stringify(spec)]).toEqual([n, JSON.stringify(plain.spec)])
    expect([n, JSON.stringify(rows)]).toEqual([n, JSON.stringify(plain.rows)])
  }
})

test('one that fails, sends too much, leads elsewhere or never answers is left behind', async () => {
  const plain = await readIn(without)
  const faults: Parameters<typeof model.misbehave>[0][] = [
    (response) => response.writeHead(500).end('{"error":{"message":"overloaded"}}'),
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    (response) => response.destroy(),
    (response) => {
      response.writeHead(200)
      response.end(`{"choices":[{"message":{"content":"${'x'.repeat(5_000_000)}"}}]}`)
    },
    // Begins to answer and stops.
    (response) => void response.writeHead(200).write('{"choices":'),
  ]
  for (const fault of faults) {
    model.misbehave(fault)

    const { status, spec, rows } = await readIn(service)

    expect(status).toBe(201)
    expect(JSON.stringify(spec)).toBe(JSON.stringify(plain.spec))
    expect(JSON.stringify(rows)).toBe(JSON.stringify(plain.rows))
  }
})

test('without the switch no file is sent, whichever adviser reviews may ask', async () => {
  model.say(() => ({ proposals: [SPLIT] }))
  const before = model.asked.length

  const { status } = await readIn(reviewing)

  expect([status, model.asked.length]).toEqual([201, before])
})

import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { bringBack, downloadBundle } from '../../../test/move-workbook.ts'
import type { Person } from '../../../test/person.ts'
import { startService } from '../../../test/service.ts'
import { type LooseBundle, tampered } from '../../../test/tampered-bundle.ts'
import { workbookFile } from '../../../test/workbook-file.ts'
import { fromWireId, newId, toWireId } from '../../platform/ids.ts'

const service = startService()
let attacker: Person
let good: Buffer<ArrayBuffer>

/** A table with segments and edits over them, one made from it, and a snapshot. */
beforeAll(async () => {
  attacker = await service.newPerson('Mallory')
  good = (await smallBundle(attacker)).bytes
})

async function smallBundle(person: Person) {
  const { body } = await person.call('POST', '/api/v1/workbooks', { title: 'Small' })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const form = new FormData()
  const lines = Array.from({ length: 1_200 }, (_, n) => `k${n},${n}`)
  form.append('file', new Blob([`key,n\n${lines.join('\n')}\n`]), 'long.csv')
  await fetch(`${service.url()}${at}/sources`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.session}` },
    body: form,
  })
  await person.call('POST', `${at}/tables/long/rows`, { expected_version: null, rows: [{ __svc_row_id: 1, n: 5 }] })
  await person.call('POST', `${at}/transforms`, {
    name: 'made',
    code: 'SELECT n FROM {{ t }} WHERE n < 3',
    args: { t: 'long' },
  })
  await person.call('POST', `${at}/snapshots`, { summary: 'kept' })
  const { bytes } = await downloadBundle(service.url(), person, at, '?tables=false')
  return { at, bytes }
}

const firstRow = (table: string, change: Record<string, string | null>) => (bundle: LooseBundle) =>
  bundle.rows(table, (row, n) => (n === 0 ? { ...row, ...change } : row))

const partOf = ({ manifest }: LooseBundle, kind: string) => {
  const part = manifest.parts.find((one) => one.kind === kind)
  if (!part) throw new Error(`no part of kind ${kind}`)
  return part
}

type Attack = [what: string, change: (bundle: LooseBundle) => void, message: RegExp]

const ATTACKS: readonly Attack[] = [
  ['of a later version', ({ manifest }) => void Object.assign(manifest, { version: 2 }), /version 2/],
  ['of no format', ({ manifest }) => void Object.assign(manifest, { format: 'other' }), /no bundle/],
  ['without parts in its manifest', ({ manifest }) => void Object.assign(manifest, { parts: null }), /manifest/],
  ['that lacks a part', (bundle) => void bundle.parts.delete(partOf(bundle, 'segment').name), /not whole/],
  [
    'with a manifest of 33 MB',
    ({ manifest }) => void Object.assign(manifest, { pad: randomBytes(25 * 2 ** 20).toString('base64') }),
    /too large/,
  ],
  ['with a part that unpacks to 64 MB', ({ parts }) => void parts.set('pad', Buffer.alloc(64 * 2 ** 20)), /unpacks/],
  [
    'with a name that climbs',
    (bundle) => {
      const part = partOf(bundle, 'source')
      const bytes = bundle.parts.get(part.name) ?? Buffer.alloc(0)
      bundle.parts.delete(part.name)
      part.name = '../../etc/passwd'
      bundle.parts.set(part.name, bytes)
    },
    /climbs/,
  ],
  [
    'whose rows are no Parquet',
    (bundle) => void bundle.parts.set(partOf(bundle, 'segment').name, Buffer.from('PAR1?')),
    /rows of its table/,
  ],
  ['whose segment is of no table', (bundle) => void Object.assign(partOf(bundle, 'segment'), { of: newId() }), /rows/],
  ['with a line that is no row', ({ parts }) => void parts.set('catalog/op.ndjson', Buffer.from('[1]\n')), /no row/],
  ['with an unknown kind of artifact', firstRow('artifact', { kind: 'secret' }), /fit together/],
  ['with a version that never was', firstRow('table_head', { edit_version: '99' }), /not at the version/],
  ['with a row id that was never given', firstRow('delta', { row_id: '999999999' }), /no version of its table/],
  ['with a cell of no column', firstRow('delta', { cells: '{"77": "1"}' }), /never had/],
  ['with a cell of another type', firstRow('delta', { cells: '{"2": "five"}' }), /cannot hold/],
  ['with a cell spelled otherwise', firstRow('delta', { cells: '{"2": "05"}' }), /cannot hold/],
  [
    'with a column of an unknown type',
    firstRow('table_schema', { columns: '[{"id":1,"origin":1,"name":"a","type":"ENUM","initial":null}]' }),
    /columns/,
  ],
  [
    'with a column of ours',
    firstRow('table_schema', { columns: '[{"id":1,"origin":1,"name":"__svc_x","type":"VARCHAR","initial":null}]' }),
    /columns/,
  ],
  [
    'with a table made from itself',
    (bundle) => bundle.rows('lineage', (row) => ({ ...row, from_id: row.to_id ?? null })),
    /itself/,
  ],
  ['with a transform of no shape', firstRow('transform', { args: '{"x": 1}' }), /transform/],
  [
    'with a chart that leads elsewhere',
    ({ parts }) =>
      void parts.set(
        'catalog/chart.ndjson',
        Buffer.from(`${JSON.stringify({ artifact_id: newId(), config: '{"mark":"bar","data":{"url":"x"}}' })}\n`),
      ),
    /leads elsewhere/,
  ],
  ['with an op from the future', firstRow('op', { op_id: '4000' }), /never given|fit together/],
  ['with a file that no part is', firstRow('source_revision', { object_id: newId() }), /no file/],
  ['with a source of another workbook', firstRow('source_table', { source_id: newId() }), /fit together/],
]

test.each(ATTACKS)('a bundle %s is refused, and leaves nothing behind', async (_, change, message) => {
  const bytes = await tampered(good, change)

  const { job, at } = await bringBack(service.running, attacker, bytes)

  expect(job.status).toBe('failed')
  expect(job.error).toMatch(message)
  expect((await attacker.call('GET', at)).status).toBe(404)
  expect(await rowsLeft(at)).toEqual([])
})

test('a bundle that was changed on its way is refused by the hash of the part', async () => {
  const bytes = await tampered(good, firstRow('op', { kind: 'rows.delete' }), { isForged: false })

  const { job } = await bringBack(service.running, attacker, bytes)

  expect(job).toMatchObject({ status: 'failed', error: expect.stringContaining('catalog/op.ndjson') })
})

test.each([
  ['no zip file', Buffer.from('%PDF-1.7')],
  ['a spreadsheet', workbookFile({ a: [['x'], [1]] })],
  ['half of a bundle', null],
])('%s is no bundle', async (_, bytes) => {
  const sent = bytes ?? good.subarray(0, good.length / 2)

  const { job } = await bringBack(service.running, attacker, Buffer.from(new Uint8Array(sent)))

  expect(job).toMatchObject({ status: 'failed', result: null })
})

test('ids of another user in a bundle become new ones: nothing of theirs is touched or shown', async () => {
  const victim = await service.newPerson('Victoria')
  const { at } = await smallBundle(victim)
  const { body: table } = await victim.call('GET', `${at}/tables/long`)
  const stolen = fromWireId('art', table.id)
  const workbook = fromWireId('wb', at.split('/').at(-1) ?? '')
  const actor = JSON.stringify({ name: null, user_id: victim.userId, credential: 'session', credential_id: null })
  let own = ''
  const bytes = await tampered(good, (bundle) => {
    bundle.rows('table_head', (row, n) => {
      if (n === 0) own = row.table_id ?? ''
      return row
    })
    for (const [name, part] of bundle.parts)
      if (name.endsWith('.ndjson')) bundle.parts.set(name, Buffer.from(String(part).replaceAll(own, stolen)))
    for (const part of bundle.manifest.parts) if (part.of === own) part.of = stolen
    bundle.rows('op', (row) => ({ ...row, workbook_id: workbook, actor }))
    bundle.rows('artifact', (row) => ({ ...row, workbook_id: workbook }))
  })
  const before = await victim.call('GET', `${at}/ops`)

  const brought = await bringBack(service.running, attacker, bytes)

  expect(brought.job.status).toBe('succeeded')
  const { body: seen } = await attacker.call('GET', `${brought.at}/tables?state=all`)
  expect(JSON.stringify(seen)).not.toContain(toWireId('art', stolen))
  const { body: ops } = await attacker.call('GET', `${brought.at}/ops?limit=500`)
  expect(new Set(ops.ops.map((op: { actor: { user_id: string | null } }) => op.actor.user_id))).toEqual(
    new Set([null, attacker.userId]),
  )
  expect((await victim.call('GET', `${at}/ops`)).body).toEqual(before.body)
  expect((await victim.call('GET', `${at}/tables/long`)).body).toEqual(table)
})

/** Tables that hold a row of this workbook although nothing came. */
async function rowsLeft(at: string): Promise<string[]> {
  const workbookId = fromWireId('wb', at.split('/').at(-1) ?? '')
  const left: string[] = []
  for (const table of [
    'artifact',
    'table_head',
    'delta',
    'op',
    'manifest',
    'snapshot',
    'policy',
    'source',
    'transform',
  ]) {
    const { rowCount } = await service.running.admin.query(`select from ${table} where workbook_id = $1`, [workbookId])
    if (rowCount) left.push(table)
  }
  const live = await service.running.admin.query(`select from segment where workbook_id = $1 and state = 'L'`, [
    workbookId,
  ])
  return live.rowCount ? [...left, 'segment'] : left
}

import { expect, test } from 'vitest'
import { edition, newLinkPlace } from '../../../test/link-place.ts'
import { startService } from '../../../test/service.ts'

const service = startService()

const APRIL = [
  ['region', 'amount'],
  ['east', 10],
  ['west', 20],
]
const MAY = [...APRIL, ['north', 30]]
const april = edition({ Sales: APRIL })
const may = edition({ Sales: MAY })

test('the bytes of a local file become version 1 and feed a source of the same name', async () => {
  const { track, links, rows, call } = await newLinkPlace(service)

  const { status, body } = await track({ ...april, fields: { origin: '~/Documents' } })

  expect(status).toBe(201)
  expect(body).toMatchObject({
    name: 'sales.xlsx', kind: 'local', provider: null, external_id: null, origin: '~/Documents', source_name: 'sales.xlsx',
    current_version: 1, versions: [{ n: 1, kind: 'link', modified_by: null, modified: null }],
  }) // biome-ignore format: one value
  expect(await links()).toEqual([body])
  expect(await rows('sales')).toEqual([
    { region: 'east', amount: 10 },
    { region: 'west', amount: 20 },
  ])
  const source = (await call('GET', '/sources/sales.xlsx')).body
  expect(source.provenance).toEqual({ kind: 'file_link', provider: null, ref: body.link_id })
  const snapshot = await call('GET', `/snapshots/${body.versions[0].snapshot_id}`)
  const frozen = expect.objectContaining({ name: 'sales', row_count: 2 })
  expect(snapshot.body).toMatchObject({ status: 'committed', tables: expect.arrayContaining([frozen]) })
})

test('a pushed edition becomes the next version, newest last, and its rows take the place of those before', async () => {
  const { track, push, links, rows, events } = await newLinkPlace(service)
  const { body: link } = await track(april)

  const { status, body } = await push(link.link_id, {
    ...may,
    fields: { modified_by: 'Aiko', modified_time: '2026-05-31T17:00:00+09:00' },
  })

  expect(status).toBe(200)
  expect(body).toMatchObject({
    changed: true,
    version: { n: 2, kind: 'sync', modified_by: 'Aiko', modified: '2026-05-31T08:00:00.000Z' },
    artifacts: [{ name: 'sales', row_count: 3 }],
  })
  expect((await links())[0]).toMatchObject({ current_version: 2, versions: [{ n: 1 }, { n: 2 }] })
  expect(await rows('sales')).toHaveLength(3)
  expect((await events()).filter(({ type }: { type: string }) => type === 'source.materialized')).toHaveLength(2)
})

test('identical bytes cut no version', async () => {
  const { track, push, links } = await newLinkPlace(service)
  const { body: link } = await track(april)

  const { status, body } = await push(link.link_id, { ...april, filename: 'another name.xlsx' })

  const nothing = { artifacts: [], quarantined: [], overwritten_edits: [], safety_snapshot_id: null, op_id: null }
  expect([status, body]).toEqual([200, { changed: false, version: null, link, ...nothing }])
  expect(await links()).toEqual([link])
})

test('reverting brings an older version back as a new one, and every version can still be downloaded', async () => {
  const { track, push, atVersion, download, rows } = await newLinkPlace(service)
  const { body: link } = await track(april)
  await push(link.link_id, may)

  const reverted = await atVersion(link.link_id, 1, 'revert')

  expect(reverted).toMatchObject({ status: 200, body: { changed: true, version: { n: 3, kind: 'revert' } } })
  expect(await rows('sales')).toHaveLength(2)
  const sent = [april.bytes, may.bytes, april.bytes]
  for (const [place, bytes] of sent.entries()) {
    const file = await download(link.link_id, place + 1)
    expect(file.bytes.equals(Buffer.from(bytes))).toBe(true)
    expect(file.headers.get('content-disposition')).toContain('sales.xlsx')
  }
})

test('a corrected layout outlives the next edition: it is read through the stored parse spec', async () => {
  const { track, push, rows, call } = await newLinkPlace(service)
  const { body: link } = await track(april)
  const { body: analyzed } = await call('POST', '/sources/sales.xlsx/analyze')
  const spec = structuredClone(analyzed.parse_spec)
  spec.regions[0].columns[1].type = 'VARCHAR'
  expect((await call('PUT', '/sources/sales.xlsx/parse-spec', spec)).status).toBe(200)
  await call('POST', '/sources/sales.xlsx/materialize', { target: { mode: 'new' } })

  const { body } = await push(link.link_id, may)

  const [table] = body.artifacts
  expect((await rows(table.name)).at(-1)).toEqual({ region: 'north', amount: '30' })
  expect((await call('GET', '/sources/sales.xlsx/parse-spec')).body.overrides).toHaveLength(1)
})

test("auto keeps the service's copy as version 1 when a sheet is in common; what differs becomes version 2", async () => {
  const { upload, track, download, rows } = await newLinkPlace(service)
  await upload(april)

  const { status, body } = await track(may)

  expect([status, body.current_version]).toEqual([201, 2])
  expect(body.versions).toMatchObject([{ kind: 'link' }, { kind: 'sync' }])
  expect((await download(body.link_id, 1)).bytes.equals(Buffer.from(april.bytes))).toBe(true)
  expect(await rows('sales')).toHaveLength(3)
})

test('auto takes a file whose bytes the service has for version 1 as it is', async () => {
  const { upload, track } = await newLinkPlace(service)
  await upload(april)

  const { status, body } = await track(april)

  expect([status, body.current_version]).toEqual([201, 1])
})

test('auto refuses a file of the same name without a sheet in common, and nothing is tracked', async () => {
  const { upload, track, links, rows } = await newLinkPlace(service)
  await upload(april)

  const refused = await track(edition({ Staff: MAY }))

  expect([refused.status, refused.body.code]).toEqual([409, 'source_exists'])
  expect(await links()).toEqual([])
  expect(await rows('sales')).toHaveLength(2)
})

test("seed forces the service's copy to be version 1, whatever the file is", async () => {
  const { upload, track } = await newLinkPlace(service)
  await upload(april)

  const { status, body } = await track({ ...edition({ Staff: MAY }), fields: { on_existing: 'seed' } })

  expect([status, body.versions.map(({ kind }: { kind: string }) => kind)]).toEqual([201, ['link', 'sync']])
})

test("replace overwrites the service's copy: the file is version 1", async () => {
  const { upload, track, download, rows } = await newLinkPlace(service)
  await upload(april)

  const { status, body } = await track({ ...may, fields: { on_existing: 'replace' } })

  expect([status, body.current_version]).toEqual([201, 1])
  expect((await download(body.link_id, 1)).bytes.equals(Buffer.from(may.bytes))).toBe(true)
  expect(await rows('sales')).toHaveLength(3)
})

test('refuse refuses where any source has the name; as_name tracks under another', async () => {
  const { upload, track } = await newLinkPlace(service)
  await upload(april)

  const refused = await track({ ...april, fields: { on_existing: 'refuse' } })
  const renamed = await track({ ...april, fields: { on_existing: 'refuse', as_name: 'tracked.xlsx' } })

  expect([refused.status, refused.body.code]).toEqual([409, 'source_exists'])
  expect(renamed).toMatchObject({ status: 201, body: { name: 'tracked.xlsx', source_name: 'tracked.xlsx' } })
})

test('a source is fed by one link: tracking it again names the link that does', async () => {
  const { track } = await newLinkPlace(service)
  const { body: link } = await track(april)

  const again = await track(may)

  expect(again).toMatchObject({ status: 409, body: { code: 'already_tracked', link_id: link.link_id } })
})

test('a file that cannot be read cuts no version and leaves the tables as they are', async () => {
  const { track, push, links, rows } = await newLinkPlace(service)
  const { body: link } = await track(april)

  const refused = await push(link.link_id, { bytes: '%PDF-1.7', filename: 'sales.xlsx' })

  expect([refused.status, refused.body.code]).toEqual([415, 'unsupported_file'])
  expect(await links()).toEqual([link])
  expect(await rows('sales')).toHaveLength(2)
})

test('two editions pushed at once: one becomes version 2, the other is refused or comes after it', async () => {
  const { track, push, links } = await newLinkPlace(service)
  const { body: link } = await track(april)
  const june = edition({ Sales: [...MAY, ['south', 40]] })

  const answers = await Promise.all([push(link.link_id, may), push(link.link_id, june)])

  const taken = answers.filter(({ status }) => status === 200)
  expect(taken.length).toBeGreaterThan(0)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect((await links())[0].current_version).toBe(1 + taken.length)
})

test('on a governed workbook the file of a version is closed, and no edition is read', async () => {
  const { track, push, atVersion, call, links } = await newLinkPlace(service)
  const { body: link } = await track(april)
  await call('POST', '/artifacts/sales/columns/amount/tags', { tag: 'money' })
  await call('PUT', '/policies/money', { effect: 'mask' })

  const answers = [
    await atVersion(link.link_id, 1, 'download'),
    await atVersion(link.link_id, 1, 'cells'),
    await atVersion(link.link_id, 1, 'diff?against=1'),
    await atVersion(link.link_id, 1, 'revert'),
    await push(link.link_id, may),
  ]

  for (const { status, body } of answers) expect([status, body.code]).toEqual([403, 'governed_workbook'])
  expect(await links()).toEqual([link])
})

test('a version or link that is not there is not found, and neither is another user’s', async () => {
  const { track, atVersion, at } = await newLinkPlace(service)
  const { body: link } = await track(april)
  const stranger = await service.newPerson()

  const none = await atVersion(link.link_id, 2, 'download')
  const foreign = await stranger.call('GET', `${at}/file-links`)

  expect([none.status, none.body.code]).toEqual([404, 'not_found'])
  expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
})

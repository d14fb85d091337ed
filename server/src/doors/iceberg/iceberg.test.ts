import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { newStaff as newStaffIn, readAvro, startWithFiles } from '../../../test/read-iceberg.ts'
import { runTask } from '../../../test/run-task.ts'
import { startService } from '../../../test/service.ts'
import { fromWireId } from '../../platform/ids.ts'

const service = startWithFiles()
const folderService = startService()

const newStaff = () => newStaffIn(service)

/** Rows as the API answers them, in the form of the reader. */
async function rowsAt({ call, table }: Awaited<ReturnType<typeof newStaff>>, query = '') {
  const { body } = await call('GET', `${table}/rows?${query}`)
  return body.rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])),
  )
}

describe('a table in the catalog', () => {
  test('is listed in its workbook, and its workbook among those its caller sees', async () => {
    const { call, workbookId } = await newStaff()
    const stranger = await service.newPerson()

    const [namespaces, tables, foreign] = [
      await call('GET', '/iceberg/v1/namespaces'),
      await call('GET', `/iceberg/v1/namespaces/${workbookId}/tables`),
      await stranger.call('GET', '/iceberg/v1/namespaces'),
    ]

    expect(namespaces.body.namespaces).toEqual([[workbookId]])
    expect(tables.body.identifiers).toEqual([{ namespace: [workbookId], name: 'staff' }])
    expect(foreign.body.namespaces).toEqual([])
  })

  test('is read from files alone, at every version: before and after rows were changed, deleted and added', async () => {
    const staff = await newStaff()
    const { call, table, write, reader } = staff
    const before = await rowsAt(staff)
    await write({
      rows: [
        { __svc_row_id: 2, salary: 250 },
        { name: 'Dai', salary: 400, city: 'Nara' },
      ],
    })
    await call('POST', `${table}/rows/delete`, { expected_version: null, row_ids: [1] })

    const [old, current] = [await reader.readRows(2), await reader.readRows(4)]

    expect(old).toEqual(before)
    expect(current).toEqual(await rowsAt(staff))
    expect(current.map(({ name }) => name)).toEqual(['Ben', 'Chie', 'Dai'])
  })

  test('names its segments as they stand, and strikes out what was edited since', async () => {
    const staff = await newStaff()
    const { call, table, write, reader } = staff
    // A retype writes segments.
    await call('PATCH', `${table}/columns/salary`, { type: 'BIGINT', expected_version: null })
    const { body: whole } = await reader.load()
    const version = whole.metadata['current-snapshot-id']
    await write({ rows: [{ __svc_row_id: 2, city: 'Nara' }] })
    await call('POST', `${table}/rows/delete`, { expected_version: null, row_ids: [3] })

    const before = await reader.listFiles(whole, version)
    const { body: edited } = await reader.load()
    const after = await reader.listFiles(edited, version + 2)

    expect(before).toHaveLength(1)
    expect(after.map(({ content, record_count: rows }) => [content, rows])).toEqual([
      [0, 3],
      [0, 1],
      [1, 2],
    ])
    expect(after[0]?.file_path).toBe(before[0]?.file_path)
    expect(await reader.readRows(version + 2)).toEqual(await rowsAt(staff))
    expect(await reader.readRows(version + 2, { isDeaf: true })).toHaveLength(4)
  })

  test('keeps its values where a column came later with a value for the rows that were there', async () => {
    const staff = await newStaff()
    const { call, table, write, reader } = staff
    await call('PATCH', `${table}/columns/salary`, { type: 'BIGINT', expected_version: null })
    await call('POST', `${table}/columns`, { column: 'grade', type: 'INTEGER', default: 7, expected_version: null })
    await write({ rows: [{ __svc_row_id: 1, grade: null }] })

    const { body } = await reader.load()
    const rows = await reader.readRows(body.metadata['current-snapshot-id'])

    expect(rows).toEqual(await rowsAt(staff))
    expect(rows.map(({ grade }) => grade)).toEqual([null, '7', '7'])
  })

  test('has the same field after a rename and another one after a retype; old versions keep their schema', async () => {
    const { call, table, reader } = await newStaff()
    await call('PATCH', `${table}/columns/city`, { new_name: '市', expected_version: null })
    await call('PATCH', `${table}/columns/salary`, { type: 'DECIMAL(12,2)', expected_version: null })

    const { body } = await reader.load()
    const fields = body.metadata.schemas.map(({ fields }: { fields: { id: number; name: string; type: string }[] }) =>
      fields.map(({ id, name, type }) => `${id} ${name} ${type}`),
    )

    const rowId = '0 __svc_row_id long'
    expect(fields).toEqual([
      [rowId, '1 name string', '2 salary int', '3 city string'],
      [rowId, '1 name string', '2 salary int', '3 市 string'],
      [rowId, '1 name string', '4 salary decimal(12, 2)', '3 市 string'],
    ])
    expect((await reader.readRows(2)).map(({ city }) => city)).toEqual(['Tokyo', 'Osaka', 'Kobe'])
  })

  test('has a tag for every version that has a name, and tells how many versions there are', async () => {
    const { call, at, write, reader } = await newStaff()
    await call('POST', `${at}/versions`, { label: 'first' })
    await write({ rows: [{ name: 'Dai' }] })

    const { body } = await reader.load()
    const { body: named } = await reader.load('?snapshots=refs')

    expect(body.metadata.refs).toEqual({
      first: { 'snapshot-id': 2, type: 'tag' },
      main: { 'snapshot-id': 3, type: 'branch' },
    })
    expect(body.metadata.properties).toMatchObject({ 'bindery.versions-kept': '3', 'bindery.versions-listed': '3' })
    expect(named.metadata.snapshots.map((each: Record<string, unknown>) => each['snapshot-id'])).toEqual([2, 3])
  })

  test('has manifests as the format spells them: field ids, and the schema in their header', async () => {
    const { reader } = await newStaff()
    const { body: loaded } = await reader.load()
    const list = await readAvro(await reader.fetchFile(loaded, loaded.metadata.snapshots[1]['manifest-list']))
    const manifest = await readAvro(await reader.fetchFile(loaded, list.values[0].manifest_path))

    expect(list.about).toMatchObject({ 'snapshot-id': '2', 'format-version': '2' })
    expect(list.schema.fields[0]).toMatchObject({ name: 'manifest_path', 'field-id': 500 })
    expect(manifest.about).toMatchObject({ content: 'data', 'schema-id': '1', 'partition-spec': '[]' })
    expect(JSON.parse(manifest.about.schema ?? '')).toEqual(loaded.metadata.schemas[0])
    expect(manifest.schema.fields.map((field: Record<string, unknown>) => field['field-id'])).toEqual([0, 1, 3, 4, 2])
  })

  test('is not written to: the refusal has the form that clients of the protocol read', async () => {
    const { call, workbookId } = await newStaff()

    const refused = await call('POST', `/iceberg/v1/namespaces/${workbookId}/tables/staff`, { updates: [] })

    expect(refused.status).toBe(403)
    expect(refused.body.error).toMatchObject({ type: 'ForbiddenException', code: 403 })
  })
})

describe('what the catalog has written', () => {
  const written = async (workbookId: string) => {
    const { rows } = await service.running.admin.query(
      'select state from segment where workbook_id = $1 and list_part is not null',
      [fromWireId('wb', workbookId)],
    )
    return rows.map(({ state }) => state)
  }

  test('goes when its day is over, and is made again for the next load of the table', async () => {
    const { reader, workbookId } = await newStaff()
    const { body: loaded } = await reader.load()
    const [file] = await reader.listFiles(loaded, 2)
    const before = await written(workbookId)
    await service.running.admin.query(
      `update segment set lease_until = now() - interval '1 second' where list_part is not null`,
    )
    const late = reader.fetchFile(loaded, file?.file_path ?? '')

    await expect(late).rejects.toThrow('not signed')
    await runTask(service.running, 'workbook.tidy', { workbook_id: fromWireId('wb', workbookId) })

    expect(before.length).toBeGreaterThan(2)
    expect(await written(workbookId)).toEqual([])
    expect(await reader.readRows(2)).toHaveLength(3)
  })

  test('goes at once with what is erased', { timeout: 120_000 }, async () => {
    const staff = await newStaff()
    const { call, table, reader } = staff
    const { body: loaded } = await reader.load()
    const [file] = await reader.listFiles(loaded, 2)
    const { body: job } = await call('POST', `${table}/purge`, { row_ids: [1] })
    for (;;) {
      const { body } = await call('GET', `/api/v1/jobs/${job.job_id}`)
      if (body.status === 'succeeded') break
      expect(body.status).not.toBe('failed')
      await pause(200)
    }

    const old = reader.fetchFile(loaded, file?.file_path ?? '')

    await expect(old).rejects.toThrow('not signed')
    expect(await reader.readRows(2)).toEqual([
      { __svc_row_id: '1', name: null, salary: null, city: null },
      ...(await rowsAt(staff)).slice(1),
    ])
  })

  test('is nothing where the store is a folder: the catalog says what it needs', async () => {
    const { reader } = await newStaffIn(folderService)

    expect(await reader.load()).toMatchObject({ status: 501, body: { code: 's3_required' } })
  })
})

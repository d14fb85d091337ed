import { describe, expect, test } from 'vitest'
import { newMember, newWorkspace } from '../../../test/control-plane.ts'
import {
  addressOf,
  fetchSigned,
  icebergReader,
  newStaff,
  STAFF_COLUMNS,
  STAFF_ROWS,
} from '../../../test/read-iceberg.ts'
import { startService } from '../../../test/service.ts'

const service = startService({ blobs: 's3' })

describe('a user who may not see all of a table', () => {
  async function newPayroll() {
    const owner = await service.newPerson()
    const workspace = await newWorkspace(owner)
    const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'Payroll', workspace_id: workspace })
    const at = `/api/v1/workbooks/${body.workbook_id}`
    await owner.call('POST', `${at}/tables`, { name: 'staff', columns: STAFF_COLUMNS })
    await owner.call('POST', `${at}/tables/staff/rows`, { expected_version: null, rows: STAFF_ROWS })
    const viewer = await newMember(service, owner, workspace, 'viewer')
    const hide = async (effect: string) => {
      await owner.call('POST', `${at}/artifacts/staff/columns/salary/tags`, { tag: 'pay' })
      await owner.call('PUT', `${at}/policies/pay`, { effect, role: 'viewer' })
    }
    const readerOf = ({ call }: typeof viewer) => icebergReader(call, body.workbook_id, 'staff')
    return { owner, viewer, at, hide, readerOf }
  }

  test.each(['mask', 'deny'])(
    'gets none of its files where a policy says %s, and those who see it do',
    async (effect) => {
      const { owner, viewer, hide, readerOf } = await newPayroll()
      const { body: loaded } = await readerOf(viewer).load()
      const location = loaded.metadata.snapshots[1]['manifest-list']
      await hide(effect)

      const [refused, unsigned] = [
        await readerOf(viewer).load(),
        await readerOf(viewer).sign(addressOf(loaded.config, location)),
      ]

      expect(refused).toMatchObject({
        status: 403,
        body: { code: 'governed_table', error: { type: 'ForbiddenException' } },
      })
      expect(unsigned).toMatchObject({ status: 403, body: { code: 'governed_table' } })
      expect(JSON.stringify([refused.body, unsigned.body])).not.toContain('salary')
      expect(await readerOf(owner).readRows(2)).toHaveLength(3)
    },
  )

  test('gets none where the hidden column was dropped: the files still hold it', async () => {
    const { owner, viewer, at, hide, readerOf } = await newPayroll()
    await hide('deny')
    await owner.call('DELETE', `${at}/tables/staff/columns/salary?expected_version=2`)

    expect((await readerOf(viewer).load()).status).toBe(403)
  })

  test('finds no table where they see no workbook', async () => {
    const { readerOf } = await newPayroll()
    const stranger = await service.newPerson()

    const { status, body } = await readerOf(stranger).load()

    expect(status).toBe(404)
    expect(body.error).toMatchObject({ type: 'NoSuchNamespaceException', code: 404 })
  })

  test('is asked for a credential, in the form of the protocol', async () => {
    const { status, body } = await service.as(null)('GET', '/iceberg/v1/config')

    expect(status).toBe(401)
    expect(body.error).toMatchObject({ type: 'NotAuthorizedException', code: 401 })
  })
})

describe('a signature', () => {
  async function newSigned() {
    const staff = await newStaff(service)
    const { body: loaded } = await staff.reader.load()
    const address = addressOf(loaded.config, loaded.metadata.snapshots[1]['manifest-list'])
    return { ...staff, loaded, address }
  }

  test('lets one file be read, whole or in part, and nothing else be done to it', async () => {
    const { reader, address } = await newSigned()
    const { body } = await reader.sign(address)

    const [part, other, bare] = [
      await fetchSigned(body, { range: 'bytes=0-2' }),
      await fetchSigned({ ...body, uri: `${body.uri}x` }),
      await fetch(address),
    ]

    expect(await part.text()).toBe('Obj')
    expect([other.status, bare.status]).toEqual([403, 403])
    expect((await reader.sign(address, 'HEAD')).status).toBe(200)
    for (const method of ['PUT', 'DELETE', 'POST', 'PATCH', 'OPTIONS', 'GET ', 'GET\r\nX: y'])
      expect([403, 422]).toContain((await reader.sign(address, method)).status)
  })

  test('is given for files of the table alone', async () => {
    const { reader, address, loaded, workbookId } = await newSigned()
    const other = await newSigned()
    const foreign = icebergReader(other.call, workbookId, 'staff')
    const { 's3.endpoint': endpoint } = loaded.config
    const elsewhere = [
      other.address,
      address.replace(endpoint, 'http://example.org'),
      `${address}?acl`,
      `${endpoint}/bindery/?list-type=2`,
      `${endpoint}/bindery/sources/x`,
      address.replace(/[^/]+\.avro$/, '00000000-0000-0000-0000-000000000000.parquet'),
      address.replace(/\.avro$/, '.parquet'),
      `${address}#x`,
      `${address}%3Facl`,
      `${address}%00`,
      `${address}/`,
      `${address}?versionId=x&response-content-type=text/html`,
      address.replace('/segments/', '/segments/../segments/'),
      address.replace('/segments/', '/segments//'),
      address.replace('/segments/', '/segments/%2e%2e/segments/'),
      address.replace('/segments/', '\\segments\\'),
      address.replace('://', '://user:secret@'),
      address.replace('://', '://example.org@'),
      address.replace(/(:\d+)\//, '$1.example.org/'),
      address.toUpperCase(),
      ` ${address}`,
    ]

    for (const uri of elsewhere) expect([403, 404]).toContain((await reader.sign(uri)).status)
    expect((await foreign.sign(address)).status).toBe(404)
  })

  test('is not given to a token that was revoked', async () => {
    const { owner, address, workbookId } = await newSigned()
    const { body: token } = await owner.call('POST', '/api/v1/me/tokens', { name: 'spark' })
    const reader = icebergReader(service.as(token.token), workbookId, 'staff')
    const { status } = await reader.sign(address)
    await owner.call('DELETE', `/api/v1/me/tokens/${token.token_id}`)

    expect(status).toBe(200)
    expect((await reader.sign(address)).status).toBe(401)
  })
})

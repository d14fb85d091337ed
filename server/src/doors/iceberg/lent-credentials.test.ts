import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import type { Body } from '../../../test/client.ts'
import { newStaff as newStaffIn } from '../../../test/read-iceberg.ts'
import { startService } from '../../../test/service.ts'

const service = startService({ blobs: 's3' })
const newStaff = () => newStaffIn(service)
type Staff = Awaited<ReturnType<typeof newStaff>>

const loadAs = ({ call, workbookId }: Staff, delegation: string) =>
  call('GET', `/iceberg/v1/namespaces/${workbookId}/tables/staff`, undefined, {
    'x-iceberg-access-delegation': delegation,
  })

/** The store, by what an answer of the catalog lends. */
function storeOf({ config }: Body) {
  const client = new S3Client({
    endpoint: config['s3.endpoint'],
    region: config['s3.region'],
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: config['s3.access-key-id'],
      secretAccessKey: config['s3.secret-access-key'],
      sessionToken: config['s3.session-token'],
    },
  })
  const placeOf = (location: string) => {
    const [, Bucket, Key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(location) ?? []
    return { Bucket, Key }
  }
  return {
    read: async (location: string) => {
      const { Body } = await client.send(new GetObjectCommand(placeOf(location)))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    },
    list: (location: string) => client.send(new ListObjectsV2Command({ Bucket: placeOf(location).Bucket })),
    write: (location: string) => client.send(new PutObjectCommand({ ...placeOf(location), Body: 'mine' })),
  }
}

const currentList = ({ metadata }: Body): string => metadata.snapshots.at(-1)['manifest-list']

describe('a client that asks for credentials', () => {
  test('is lent some that read the files of the workbook by their names, and do nothing else', async () => {
    const [staff, other] = [await newStaff(), await newStaff()]
    const { body: loaded } = await loadAs(staff, 'vended-credentials')
    const { body: foreign } = await loadAs(other, 'vended-credentials,remote-signing')
    const store = storeOf(loaded)

    expect((await store.read(currentList(loaded))).subarray(0, 3).toString()).toBe('Obj')
    await expect(store.read(currentList(foreign))).rejects.toMatchObject({ name: 'AccessDenied' })
    await expect(store.list(currentList(loaded))).rejects.toMatchObject({ name: 'AccessDenied' })
    await expect(store.write(currentList(loaded))).rejects.toMatchObject({ name: 'AccessDenied' })
    expect(loaded['storage-credentials']).toEqual([
      { prefix: expect.stringMatching(/^s3:\/\/.+\/segments\/[0-9a-f-]{36}\/$/), config: loaded.config },
    ])
    const leftMs = Number(loaded.config['s3.session-token-expires-at-ms']) - Date.now()
    expect(leftMs).toBeLessThanOrEqual(15 * 60_000 + 5_000)
  })

  test('gets signatures where the workbook has a policy, also from those it hides nothing from', async () => {
    const staff = await newStaff()
    await staff.call('POST', `${staff.at}/artifacts/staff/columns/salary/tags`, { tag: 'pay' })
    await staff.call('PUT', `${staff.at}/policies/pay`, { effect: 'mask', role: 'viewer' })

    const { body: loaded } = await loadAs(staff, 'vended-credentials')

    expect(loaded.config).toMatchObject({ 's3.remote-signing-enabled': 'true' })
    expect(Object.keys(loaded.config)).not.toContain('s3.session-token')
    expect(loaded).not.toHaveProperty('storage-credentials')
  })

  test('gets signatures where it prefers them', async () => {
    const { body: loaded } = await loadAs(await newStaff(), 'remote-signing,vended-credentials')

    expect(loaded.config).toMatchObject({ 's3.remote-signing-enabled': 'true' })
  })
})

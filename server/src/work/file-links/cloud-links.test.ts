import { afterAll, expect, test } from 'vitest'
import { newBrowser } from '../../../test/browser.ts'
import { startDriveServer } from '../../../test/drive-server.ts'
import { edition, newLinkPlace } from '../../../test/link-place.ts'
import { startService } from '../../../test/service.ts'
import { workbookFile } from '../../../test/workbook-file.ts'

const drive = await startDriveServer()
afterAll(() => drive.close())
const service = startService({ settings: { drives: drive.settings() } })

const APRIL = [
  ['region', 'amount'],
  ['east', 10],
]
const MAY = [...APRIL, ['west', 20]]

/** A workbook of a user who has allowed access to their drive, and a file there. */
async function newCloudPlace() {
  const place = await newLinkPlace(service)
  const { owner } = place
  const { body } = await owner.call('GET', '/api/v1/me/authorize/google_drive')
  const browser = newBrowser({ 'http://bindery.test': service.url() })
  await browser.post('http://bindery.test/api/auth/forms/login', { email: owner.email, password: owner.password })
  await browser.follow(await browser.get(body.authorize_url))
  const id = crypto.randomUUID()
  drive.put(id, { name: 'sales.xlsx', bytes: workbookFile({ Sales: APRIL }) })
  const asked = { provider: 'google_drive', file_id: id }
  return {
    ...place,
    id,
    trackCloud: (more: object = {}) => place.call('POST', '/file-links', { ...asked, ...more }),
    sync: (linkId: string) => place.call('POST', `/file-links/${linkId}/sync`),
  }
}

test("a drive's file is tracked: its current bytes become version 1 and feed a source of the same name", async () => {
  const { trackCloud, rows, id, links } = await newCloudPlace()

  const { status, body } = await trackCloud()

  expect(status).toBe(201)
  expect(body).toMatchObject({
    name: 'sales.xlsx', kind: 'cloud', provider: 'google_drive', external_id: id, source_name: 'sales.xlsx', current_version: 1,
    versions: [{ n: 1, kind: 'link', modified_by: 'Aiko', modified: '2026-05-31T08:00:00.000Z' }],
  }) // biome-ignore format: one value
  expect(await rows('sales')).toHaveLength(1)
  expect(await links()).toEqual([body])
})

test('a sync pulls the drive copy: a changed file becomes a new version and re-ingests the source', async () => {
  const { trackCloud, sync, rows, id } = await newCloudPlace()
  const { body: link } = await trackCloud()
  drive.put(id, { name: 'sales.xlsx', bytes: workbookFile({ Sales: MAY }) })

  const { status, body } = await sync(link.link_id)

  expect([status, body.changed, body.version.n, body.version.kind]).toEqual([200, true, 2, 'sync'])
  expect(await rows('sales')).toHaveLength(2)
})

test('a sync of a file that did not change, or was saved with the same bytes, cuts no version', async () => {
  const { trackCloud, sync, id, links } = await newCloudPlace()
  const { body: link } = await trackCloud()

  const same = await sync(link.link_id)
  drive.put(id, { name: 'sales.xlsx', bytes: workbookFile({ Sales: APRIL }) })
  const saved = await sync(link.link_id)

  expect([same.body.changed, saved.body.changed]).toEqual([false, false])
  expect(await links()).toEqual([link])
})

test('a revert leaves the drive file untouched, and the next sync looks at it again', async () => {
  const { trackCloud, sync, atVersion, rows, id } = await newCloudPlace()
  const { body: link } = await trackCloud()
  const may = workbookFile({ Sales: MAY })
  drive.put(id, { name: 'sales.xlsx', bytes: may })
  await sync(link.link_id)

  const reverted = await atVersion(link.link_id, 1, 'revert')

  expect(reverted.body.version).toMatchObject({ n: 3, kind: 'revert' })
  expect(drive.items.get(id)?.bytes?.equals(may)).toBe(true)
  expect(await rows('sales')).toHaveLength(1)
  expect((await sync(link.link_id)).body).toMatchObject({ changed: true, version: { n: 4 } })
})

test('a file is tracked once, and under another name if asked', async () => {
  const { trackCloud } = await newCloudPlace()
  const { body: link } = await trackCloud({ as_name: 'ours.xlsx' })

  const again = await trackCloud()

  expect(link).toMatchObject({ name: 'ours.xlsx', source_name: 'ours.xlsx' })
  expect(again).toMatchObject({ status: 409, body: { code: 'already_tracked', link_id: link.link_id } })
})

test('auto refuses a drive file of the same name without a sheet in common', async () => {
  const { upload, trackCloud } = await newCloudPlace()
  await upload(edition({ Staff: APRIL }))

  const refused = await trackCloud()

  expect([refused.status, refused.body.code]).toEqual([409, 'source_exists'])
})

test('a sync needs workbooks:write and cloud-files:read, and a local file cannot be synced', async () => {
  const { track, owner, at } = await newCloudPlace()
  const { body: link } = await track(edition({ Local: APRIL }, 'local.xlsx'))
  const path = `${at}/file-links/${link.link_id}/sync`
  const token = await service.newToken(owner, { scopes: ['workbooks:write'] })

  const lacking = await service.as(token)('POST', path)
  const local = await owner.call('POST', path)

  expect([lacking.status, lacking.body.required_scopes]).toEqual([403, ['cloud-files:read']])
  expect([local.status, local.body.code]).toEqual([400, 'action_not_applicable'])
})

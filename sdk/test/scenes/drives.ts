import { expect } from 'vitest'
import { workbookFile } from '../../../server/test/workbook-file.ts'
import { expectRefusal, type Scene, sentOn, signedInBrowser } from '../scene.ts'

const provider = 'google_drive'
const APRIL = [['region', 'amount'], ['east', 10]] // biome-ignore format: a sheet
const MAY = [...APRIL, ['west', 20]]

/** A drive is opened to the service, files of it are imported and followed, and it is shut again. */
export async function playDrives(scene: Scene) {
  const { api, workbook_id, around } = scene
  const file_id = crypto.randomUUID()
  around.drive.put(file_id, { name: 'sales.xlsx', bytes: workbookFile({ Sales: APRIL }) })
  await allow(scene)

  const { files } = await api.listCloudFiles({ provider, q: 'sales.xlsx' })
  expect(files.map(({ id }) => id)).toContain(file_id)
  const imported = await api.uploadFromDrive({ workbook_id, body: { provider, file_id, filename: 'april.xlsx' } })
  expect(imported.source).toMatchObject({ name: 'april.xlsx', provenance: { kind: 'cloud', ref: file_id } })
  expect((await api.readTableRows({ workbook_id, name: 'april' })).rows).toMatchObject([{ region: 'east', amount: 10 }])

  const { link_id, current_version } = await api.trackCloudFile({ workbook_id, body: { provider, file_id } })
  around.drive.put(file_id, { name: 'sales.xlsx', bytes: workbookFile({ Sales: MAY }) })
  const synced = await api.syncFileLink({ workbook_id, link_id })
  expect([current_version, synced.changed, synced.version?.n]).toEqual([1, true, 2])

  await api.revokeDriveAuthorization({ provider })
  await expectRefusal(api.listCloudFiles({ provider }), 'provider_not_authorized')
}

/** As a browser does it: from the service to the provider of the drive, and back. */
async function allow(scene: Scene) {
  const anonymous = scene.apiFor(null)
  const { authorized, authorize_url } = await scene.api.readDriveAuthorization({ provider })
  expect(authorized).toBe(false)
  const state = new URL(authorize_url ?? '').searchParams.get('state') ?? ''

  const started = sentOn(await anonymous.startDriveAuthorization({ state, ...(await signedInBrowser(scene)) }))
  const allowed = sentOn(await fetch(started.location, { redirect: 'manual' }))
  const code = new URL(allowed.location).searchParams.get('code') ?? ''
  const page = await anonymous.finishDriveAuthorization({ provider, state, code, headers: { cookie: started.cookie } })

  expect(await page.text()).toContain('Your drive is connected')
  expect((await scene.api.readDriveAuthorization({ provider })).authorized).toBe(true)
}

/** A file that lies at an address. */
export async function playAddresses({ api, workbook_id, around }: Scene) {
  const id = crypto.randomUUID()
  around.drive.put(id, { bytes: Buffer.from('region,amount\neast,10\n'), mimeType: 'text/csv' })
  const url = around.drive.addressOf(id)

  const { source } = await api.uploadFromUrl({ workbook_id, body: { url, filename: 'prices.csv' } })

  expect(source).toMatchObject({ name: 'prices.csv', provenance: { kind: 'url', ref: url } })
  expect((await api.readTableRows({ workbook_id, name: 'prices' })).rows).toMatchObject([
    { region: 'east', amount: 10 },
  ])
}

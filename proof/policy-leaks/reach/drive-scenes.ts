import { newBrowser } from '../../../server/test/browser.ts'
import type { Person } from '../../../server/test/person.ts'
import { mint } from '../callers.ts'
import { ANONYMOUS, asCaller } from '../requests/account-requests.ts'
import { type Asking, OWNER, type Stage } from '../stage.ts'
import { startNode } from './extra-node.ts'
import { type FilePlace, good, type Ways } from './file-place.ts'

const BASE = 'http://bindery.test'

/** A drive that is not set up, not allowed, or does not answer; addresses that are refused or lead nowhere. */
export async function refuseDrives(stage: Stage, place: FilePlace, ways: Ways): Promise<void> {
  const { drive, web, node } = ways
  await comeBackInVain(stage, ways)
  const pinned = await mint(stage.world.owner, '/api/v1/me/tokens', { resource: `workbook:${place.workbook_id}` })
  await stage.ask('readDriveAuthorization', {
    by: asCaller('token of another workbook', pinned.token),
    names: { provider: 'google_drive' },
    node,
    query: `workbook_id=${stage.world.workbookId}`,
  })
  const names = { workbook_id: place.workbook_id, link_id: place.link_id, provider: 'google_drive' }
  const json = { provider: 'google_drive', file_id: 'none', filename: 'x.csv' }
  const track = { provider: 'google_drive', file_id: 'none' }
  const sent = good()
  drive.put('kept', { name: 'kept.csv', bytes: Buffer.from(sent.bytes), mimeType: 'text/csv' })
  const kept = await stage.ask('trackCloudFile', {
    by: 'owner session',
    names,
    node,
    json: { ...track, file_id: 'kept' },
  })
  await stage.ask('trackCloudFile', { by: 'owner session', names, node, json: { ...track, file_id: 'kept' } })
  const link = { ...names, link_id: kept.body?.link_id ?? place.link_id }
  const asks = async (by: Asking['by'], at: string) => {
    const asking: Asking = { by: by ?? OWNER, names, node: at }
    await stage.ask('readDriveAuthorization', asking)
    await stage.ask('listCloudFiles', asking)
    await stage.ask('listCloudFiles', { ...asking, query: 'cursor=never_written' })
    await stage.ask('uploadFromDrive', { ...asking, json })
    await stage.ask('trackCloudFile', { ...asking, json: track })
    await stage.ask('syncFileLink', { ...asking, names: link })
    await stage.ask('startDriveAuthorization', { ...asking, query: 'state=none' })
    await stage.ask('finishDriveAuthorization', { ...asking, query: 'state=none&code=none' })
  }
  await asks('owner session', stage.world.url)
  await stage.world.owner.call('PUT', `${place.at}/members/${stage.world.people.editor.userId}`, { role: 'editor' })
  await asks('editor session', node)
  for (let n = 0; n < 8; n++) drive.scripted.push({ status: 500, body: {} })
  await asks('owner session', node)
  drive.scripted.splice(0)
  for (let n = 0; n < 8; n++) drive.scripted.push({ status: 429, body: {}, headers: { 'retry-after': '1' } })
  await asks('owner session', node)
  drive.scripted.splice(0)
  await asks('owner session', node)
  await stage.ask('revokeDriveAuthorization', { by: 'owner session', names, node })
  await stage.ask('revokeDriveAuthorization', { by: 'owner session', names })
  for (const url of [
    'http://127.0.0.1:9/none.csv',
    web.missing,
    'ftp://example.org/x.csv',
    'http://user:pass@example.org/x',
  ])
    await stage.ask('uploadFromUrl', { by: OWNER, names, json: { url } })
  for (const operation of ['createWebhook', 'changeWebhook'])
    await stage.ask(operation, {
      by: 'editor session',
      names: { webhook_id: 'whk_none' },
      json: { url: 'ftp://example.org/hook' },
    })
}

/** The owner lets the service into their drive, in a browser. */
export async function allowDrive(stage: Stage, node: string): Promise<void> {
  const { tab, address } = await askForLeave(stage.world.owner, node)
  await tab.follow(await tab.get(address))
}

/** A browser in which a person is signed in, and where it is sent to open their drive. */
async function askForLeave({ email, password, session }: Person, node: string) {
  const tab = newBrowser({ [BASE]: node })
  await tab.post(`${BASE}/api/auth/forms/login`, { email, password })
  const response = await fetch(`${node}/api/v1/me/authorize/google_drive`, {
    headers: { authorization: `Bearer ${session}` },
  })
  // Safe: the answer of a drive that is set up.
  const { authorize_url: address } = (await response.json()) as { authorize_url: string }
  return { tab, address }
}

/** An admin, whose drive is not open yet, goes to one that is not set up, and comes back to one, or to one that does not answer. */
async function comeBackInVain(stage: Stage, { drive, node }: Ways) {
  const { world, ask } = stage
  const { google } = drive.settings()
  if (!google) return
  const silent = { ...google, urls: { ...google.urls, token: 'http://127.0.0.1:9/token' } }
  const broken = await startNode(stage, { drives: { google: silent, microsoft: null } })
  const { tab, address } = await askForLeave(world.people.admin, node)
  const state = `state=${encodeURIComponent(new URL(address).searchParams.get('state') ?? '')}`
  const cookies = () => ({ cookie: tab.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') })
  const names = { provider: 'google_drive' }
  await ask('startDriveAuthorization', { by: ANONYMOUS, query: state, headers: cookies() })
  await ask('startDriveAuthorization', { by: ANONYMOUS, node, query: state, headers: cookies() })
  await tab.get(address)
  const finishing: Asking = { by: ANONYMOUS, names, query: `${state}&code=none`, headers: cookies() }
  await ask('finishDriveAuthorization', { ...finishing, node: world.url })
  await ask('finishDriveAuthorization', { ...finishing, node: broken.url })
  await ask('finishDriveAuthorization', { ...finishing, query: state, node })
  await broken.close()
}

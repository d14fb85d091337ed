import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sourceObjectName } from '../../../server/src/features/sources/source.ts'
import { fromWireId } from '../../../server/src/platform/ids.ts'
import { newBrowser } from '../../../server/test/browser.ts'
import { startDriveServer } from '../../../server/test/drive-server.ts'
import { makeZip } from '../../../spreadsheet/test/make-zip.ts'
import { CSV, slotQuery } from '../requests/file-requests.ts'
import { fileForm, fresh } from '../requests/good-request.ts'
import { newBook } from '../requests/workbook-requests.ts'
import { type Asking, EDITOR, OWNER, type Stage } from '../stage.ts'
import { startNode } from './extra-node.ts'

type File = { filename: string; bytes: Uint8Array<ArrayBuffer> }

const bytesOf = (text: string | Buffer) => new Uint8Array(Buffer.from(text))
const cells = (cell: (n: number) => string, count: number) => Array.from({ length: count }, (_, n) => cell(n)).join(',')

/** Files that are refused, by the code they are refused with. */
const BAD_FILES: Readonly<Record<string, () => File>> = {
  unsupported_file: () => ({ filename: `${fresh('bad')}.xlsx`, bytes: bytesOf(`%PDF-1.4 ${fresh('no spreadsheet')}`) }),
  zip_bomb: () => ({ filename: `${fresh('bomb')}.xlsx`, bytes: bytesOf(bomb()) }),
  too_many_columns: () => ({
    filename: `${fresh('broad')}.csv`,
    bytes: bytesOf(`${cells((n) => `${fresh('c')}${n}`, 2_500)}\n${cells(String, 2_500)}\n`),
  }),
}

/** Says that it unpacks to more than a gigabyte. */
const bomb = () =>
  makeZip([{ name: 'xl/workbook.xml', content: fresh('x'), claims: { sizeBytes: 2 ** 30 + 1, packedBytes: 2 ** 29 } }])

const good = (): File => ({ filename: `${fresh('good')}.csv`, bytes: bytesOf(`${CSV}${fresh('w')},7\n`) })

/** Files that are broken, too large, too broad, bombs or gone: sent, fetched, and found in the store later. */
export async function reachFileProblems(stage: Stage): Promise<void> {
  const place = await newPlace(stage)
  const drive = await startDriveServer()
  const web = await serveFiles()
  const small = await startNode(stage, { drives: drive.settings(), files: { uploadBytes: 4_000, slotBytes: 4_000 } })
  const rich = await startNode(stage, { drives: drive.settings() })
  try {
    await allowDrive(stage, rich.url)
    for (const [code, file] of [...Object.entries(BAD_FILES), ['payload_too_large', large] as const])
      await sendEverywhere(
        stage,
        place,
        { drive, web, node: code === 'payload_too_large' ? small.url : rich.url },
        file,
      )
    await sendEverywhere(stage, place, { drive, web, node: rich.url }, good)
    await refuseDrives(stage, place, { drive, web, node: rich.url })
    await plantBadFiles(stage, place)
    await makeMore(stage, place)
  } finally {
    await small.close()
    await rich.close()
    drive.close()
    web.close()
  }
}

const large = (): File => ({
  filename: `${fresh('large')}.csv`,
  bytes: bytesOf(`word\n${fresh('w').padEnd(9_000, 'x')}\n`),
})

/** A workbook of the same owner in which nothing is governed: files are closed in one that is. */
export type FilePlace = { workbook_id: string; source_name: string; link_id: string; at: string }

export async function newPlace({ world }: Stage): Promise<FilePlace> {
  const workbookId = await newBook(world)
  const at = `/api/v1/workbooks/${workbookId}`
  const send = async (path: string, form: FormData) =>
    (
      await fetch(`${world.url}${at}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.owner.session}` },
        body: form,
      })
    ).json() as Promise<{ source: { name: string }; link_id: string }>
  const { source } = await send('/sources', fileForm('book.csv', `${CSV}${fresh('w')},1\n`))
  const { link_id } = await send('/file-links/local', fileForm('linked.csv', `${CSV}${fresh('w')},2\n`))
  await world.owner.call('POST', `${at}/sources/${source.name}/analyze`, {})
  return { workbook_id: workbookId, source_name: source.name, link_id, at }
}

type Ways = {
  drive: Awaited<ReturnType<typeof startDriveServer>>
  web: Awaited<ReturnType<typeof serveFiles>>
  node: string
}

/** The same file by each way that a file comes in. */
async function sendEverywhere(stage: Stage, place: FilePlace, { drive, web, node }: Ways, file: () => File) {
  const names = { workbook_id: place.workbook_id, source_name: place.source_name, link_id: place.link_id }
  const asking: Asking = { by: OWNER, names, node }
  for (const operation of ['uploadSource', 'reviseSource', 'trackLocalFile', 'pushFileVersion']) {
    const { filename, bytes } = file()
    await stage.ask(operation, {
      ...asking,
      form: fileForm(
        filename,
        bytes,
        filename.startsWith('broad') && operation === 'uploadSource' ? { structuring: 'skip' } : {},
      ),
    })
  }
  for (const operation of ['mergeTable', 'syncFile', 'bringBundle']) {
    const { filename, bytes } = file()
    const fields: Record<string, string> =
      operation === 'bringBundle' ? {} : { branch_id: stage.world.editorFile.branchId }
    await stage.ask(operation, {
      by: operation === 'bringBundle' ? 'owner session' : EDITOR,
      node,
      form: fileForm(filename, bytes, fields),
    })
  }
  const fetched = file()
  await stage.ask('uploadFromUrl', { ...asking, json: { url: web.serve(fetched) } })
  const id = fresh('drive file')
  const stored = file()
  drive.put(id, {
    name: stored.filename,
    bytes: Buffer.from(stored.bytes),
    mimeType: stored.filename.endsWith('csv')
      ? 'text/csv'
      : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  const json = { provider: 'google_drive', file_id: id }
  await stage.ask('uploadFromDrive', { ...asking, by: 'owner session', json: { ...json, filename: stored.filename } })
  const tracked = await stage.ask('trackCloudFile', { ...asking, by: 'owner session', json })
  const next = file()
  drive.put(id, { name: stored.filename, bytes: Buffer.from(next.bytes), mimeType: 'text/csv' })
  await stage.ask('syncFileLink', {
    ...asking,
    by: 'owner session',
    names: { ...names, link_id: tracked.body?.link_id ?? place.link_id },
  })
  await bringToSlot(stage, asking, file())
  if (file === good) await bringTwice(stage, asking)
}

/** A slot without a size takes any bytes, but one file only. */
async function bringTwice(stage: Stage, asking: Asking) {
  const open = await stage.ask('createUpload', { ...asking, json: { filename: 'twice.csv' } })
  const names = { ...asking.names, upload_id: open.body?.upload_id ?? 'none' }
  const query = slotQuery(open.body?.upload_url ?? '')
  for (const text of [CSV, `${CSV}w9,9\n`])
    await stage.ask('putUpload', { ...asking, names, query, bytes: bytesOf(text) })
}

async function bringToSlot(stage: Stage, asking: Asking, { filename, bytes }: File) {
  const slot = await stage.ask('createUpload', { ...asking, json: { filename, size_bytes: bytes.length } })
  const open = slot.status < 300 ? slot : await stage.ask('createUpload', { ...asking, json: { filename } })
  if (open.status >= 300) return
  const names = { ...asking.names, upload_id: open.body.upload_id }
  const query = slotQuery(open.body.upload_url)
  await stage.ask('putUpload', {
    ...asking,
    names,
    query: query.replace(/sig=\w/, (start) => (start === 'sig=0' ? 'sig=1' : 'sig=0')),
    bytes,
  })
  await stage.ask('ingestUpload', { ...asking, names })
  await stage.ask('putUpload', { ...asking, names, query, bytes })
  await stage.ask('putUpload', { ...asking, names, query, bytes: bytesOf('word\nother bytes\n') })
  await stage.ask('ingestUpload', { ...asking, names })
  await stage.ask('ingestUpload', { ...asking, names })
}

/** A drive that is not set up, not allowed, or does not answer; addresses that are refused or lead nowhere. */
async function refuseDrives(stage: Stage, place: FilePlace, { drive, web, node }: Ways) {
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

/** Files in the store that are not what they were when they came: as if the reader had learned to refuse them since. */
async function plantBadFiles(stage: Stage, { workbook_id, at }: FilePlace) {
  const { world } = stage
  const { admin, settings } = world.service
  if (settings.blobs.kind !== 'folder') return
  const { folder } = settings.blobs
  const workbook = fromWireId('wb', workbook_id)
  const { rows } = await admin.query('select object_id from source_revision where workbook_id = $1', [workbook])
  const asking: Asking = { by: OWNER, names: { workbook_id } }
  const sources = (await world.owner.call('GET', `${at}/sources`)).body.sources
  const links = (await world.owner.call('GET', `${at}/file-links`)).body.file_links
  const source_name: string = sources[0].name
  const link_id: string = links.find(({ kind }: { kind: string }) => kind === 'local')?.link_id ?? links[0].link_id
  const { body: spec } = await world.owner.call('GET', `${at}/sources/${source_name}/parse-spec`)
  const read = async () => {
    const names = { workbook_id, source_name, link_id, n: '1' }
    await stage.ask('previewSource', { ...asking, names })
    await stage.ask('downloadSource', { ...asking, names })
    await stage.ask('downloadFileVersion', { ...asking, names })
    await stage.ask('analyzeSource', { ...asking, names })
    await stage.ask('readParseSpec', { ...asking, names, query: 'preview=true' })
    await stage.ask('correctParseSpec', { ...asking, names, query: 'preview=true', json: spec.parse_spec ?? spec })
    await stage.ask('materializeSource', { ...asking, names, json: {} })
    await stage.ask('readFileVersionCells', { ...asking, names })
    await stage.ask('diffFileVersions', { ...asking, names, query: 'against=1' })
    await stage.ask('revertFileVersion', { ...asking, names })
  }
  for (const file of [...Object.values(BAD_FILES), tooLargeInside])
    for (const { object_id } of rows)
      await writeFile(join(folder, ...sourceObjectName(workbook, object_id).split('/')), file().bytes)
        .catch(() => undefined)
        .then(() => (object_id === rows.at(-1).object_id ? read() : undefined))
  await admin.query('update source_revision set erased_at = now() where workbook_id = $1', [workbook])
  await read()
  for (const operation of ['reviseSource', 'pushFileVersion', 'trackLocalFile', 'uploadSource'])
    await stage.ask(operation, {
      ...asking,
      names: { workbook_id, source_name, link_id },
      form: fileForm('book.csv', `${CSV}${fresh('w')},1\n`),
    })
}

/** A text that is longer than a cell may be. */
const tooLargeInside = (): File => ({ filename: 'rows.csv', bytes: bytesOf(`word\n${'x'.repeat(1_000_100)}\n`) })

/** Sources that cannot be made tables as they are asked to be. */
async function makeMore(stage: Stage, _: FilePlace) {
  const place = await newPlace(stage)
  const { world } = stage
  const names = { workbook_id: place.workbook_id, source_name: place.source_name, link_id: place.link_id }
  const asking: Asking = { by: OWNER, names }
  const table = 'plain'
  await world.owner.call('POST', `${place.at}/tables`, {
    name: table,
    columns: [{ name: 'word' }, { name: 'amount', type: 'INTEGER' }],
  })
  await world.owner.call('POST', `${place.at}/tables/${table}/rows`, {
    expected_version: null,
    rows: [
      { word: 'w1', amount: 1 },
      { word: 'w1', amount: 2 },
    ],
  })
  await world.owner.call('POST', `${place.at}/tables`, {
    name: 'days',
    columns: [{ name: 'word', type: 'DATE' }, { name: 'amount' }],
  })
  await world.owner.call('POST', `${place.at}/transforms`, {
    name: 'derived',
    code: 'SELECT word FROM {{ s }}',
    args: { s: table },
  })
  const into = (target: object) =>
    stage.ask('materializeSource', { ...asking, json: { target: { expected_version: null, ...target } } })
  await into({ mode: 'append', table: 'days' })
  await stage.ask('materializeSource', {
    ...asking,
    json: { target: { mode: 'append', table: 'days', expected_version: null }, on_error: 'fail' },
  })
  await into({ mode: 'append', table, expected_version: 99 })
  await into({ mode: 'upsert', table, match_on: ['word'] })
  await into({ mode: 'upsert', table, match_on: ['nowhere'] })
  await into({ mode: 'append', table: 'derived' })
  await into({ mode: 'append', table, column_mapping: { word: 'nowhere' } })
  await world.owner.call('POST', `${place.at}/tables`, { name: 'narrow', columns: [{ name: 'word' }] })
  await into({ mode: 'append', table: 'narrow' })
  await stage.ask('materializeSource', {
    by: EDITOR,
    json: { target: { mode: 'append', table: 'staff', expected_version: null } },
  })
  await stage.ask('correctParseSpec', {
    ...asking,
    json: {
      ...(await world.owner.call('GET', `${place.at}/sources/${place.source_name}/parse-spec`)).body,
      spec_version: 99,
    },
  })
  const staged = await stage.ask('uploadSource', {
    ...asking,
    form: fileForm('staged.csv', `${CSV}${fresh('w')},1\n`, { mode: 'staged' }),
  })
  const raw = { ...asking, names: { ...names, source_name: staged.body?.source?.name ?? 'none' } }
  await stage.ask('readParseSpec', raw)
  await stage.ask('materializeSource', { ...raw, json: {} })
  const { body: spec } = await world.owner.call('GET', `${place.at}/sources/${place.source_name}/parse-spec`)
  await stage.ask('correctParseSpec', { ...raw, json: spec.parse_spec ?? spec })
  await stage.ask('previewSource', { ...asking, query: 'range=A1:ZZ100000' })
  for (const [operation, query] of [
    ['previewSource', ''],
    ['downloadSource', ''],
    ['downloadFileVersion', ''],
    ['readFileVersionCells', ''],
    ['diffFileVersions', 'against=1'],
    ['revertFileVersion', ''],
  ] as const)
    await stage.ask(operation, { ...asking, query, names: { ...names, n: '1' } })
  const refuse = fileForm('book.csv', `${CSV}${fresh('w')},1\n`, { on_existing: 'refuse' })
  await stage.ask('trackLocalFile', { ...asking, form: refuse })
  await stage.ask('trackLocalFile', { ...asking, form: fileForm('linked.csv', `${CSV}${fresh('w')},2\n`) })
  const bundle = await stage.ask('makeBundle', { by: 'owner session', names })
  if (bundle.status === 200)
    await stage.ask('bringBundle', { by: 'owner session', form: fileForm('book.zip', new Uint8Array(bundle.bytes)) })
  await stage.ask('reviewWorkbook', { ...asking, json: {} })
  await stage.ask('reviewWorkbook', { ...asking, json: { mode: 'agent' } })
}

/** Files on a web server, at addresses that the service fetches. */
async function serveFiles() {
  const files = new Map<string, File>()
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file ? 200 : 404, { 'content-type': 'application/octet-stream' })
    response.end(file ? Buffer.from(file.bytes) : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has one.
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    serve: (file: File) => {
      files.set(`/${file.filename}`, file)
      return `${base}/${file.filename}`
    },
    missing: `${base}/none.csv`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The owner lets the service into their drive, in a browser. */
async function allowDrive({ world }: Stage, node: string) {
  const base = 'http://bindery.test'
  const browser = newBrowser({ [base]: node })
  await browser.post(`${base}/api/auth/forms/login`, { email: world.owner.email, password: world.owner.password })
  const response = await fetch(`${node}/api/v1/me/authorize/google_drive`, {
    headers: { authorization: `Bearer ${world.owner.session}` },
  })
  // Safe: the answer of a drive that is set up.
  const { authorize_url } = (await response.json()) as { authorize_url: string }
  await browser.follow(await browser.get(authorize_url))
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromWireId } from '../../../server/src/platform/ids.ts'
import { sourceObjectName } from '../../../server/src/work/sources/source.ts'
import { startDriveServer } from '../../../server/test/drive-server.ts'
import { CSV, slotQuery } from '../requests/file-requests.ts'
import { fileForm, fresh } from '../requests/good-request.ts'
import { type Asking, EDITOR, OWNER, type Stage } from '../stage.ts'
import { BAD_FILES } from './bad-files.ts'
import { allowDrive, refuseDrives } from './drive-scenes.ts'
import { startNode } from './extra-node.ts'
import {
  bytesOf,
  type File,
  type FilePlace,
  fillWithTables,
  good,
  newBranch,
  newPlace,
  serveFiles,
  type Ways,
} from './file-place.ts'
import { reachFormProblems } from './form-scenes.ts'
import { makeMore, operationsFor } from './making-scenes.ts'

/** Less than it takes to open any file. */
const NO_TIME = { deadlineMs: 1, deadlinePerMegabyteMs: 0 }

/** Files that are broken, too large, too broad, bombs or gone: sent, fetched, and found in the store later. */
export async function reachFileProblems(stage: Stage): Promise<void> {
  const place = await newPlace(stage)
  const drive = await startDriveServer()
  const web = await serveFiles()
  const small = await startNode(stage, { drives: drive.settings(), files: { uploadBytes: 4_000, slotBytes: 4_000 } })
  const rich = await startNode(stage, { drives: drive.settings() })
  const hasty = await startNode(stage, { drives: drive.settings() }, { reading: NO_TIME })
  const ways = { drive, web, node: rich.url, rich: rich.url, branchId: await newBranch(stage) }
  try {
    await allowDrive(stage, rich.url)
    for (const file of Object.values(BAD_FILES)) await sendEverywhere(stage, place, ways, file)
    await sendEverywhere(stage, place, { ...ways, node: small.url }, large)
    await sendEverywhere(stage, place, ways, good)
    await sendEverywhere(stage, place, { ...ways, node: hasty.url }, good)
    await readKept(stage, place, hasty.url)
    await raceVersions(stage, place, ways)
    await sendToFull(stage, ways)
    await plantBadFiles(stage, place, ways)
    await refuseDrives(stage, await newPlace(stage), ways)
    await makeMore(stage)
    await reachFormProblems(stage, ways)
  } finally {
    await small.close()
    await rich.close()
    await hasty.close()
    drive.close()
    web.close()
  }
}

const large = (): File => ({
  filename: `${fresh('large')}.csv`,
  bytes: bytesOf(`word\n${fresh('w').padEnd(9_000, 'x')}\n`),
})

const mimeTypeOf = (filename: string) =>
  filename.endsWith('csv') ? 'text/csv' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The same file by each way that a file comes in. */
async function sendEverywhere(stage: Stage, place: FilePlace, ways: Ways, file: () => File) {
  await stage.stayLoggedIn()
  const { drive, web, node, rich, branchId } = ways
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
  for (const operation of ['mergeTable', 'mergeArtifact', 'syncFile', 'bringBundle']) {
    const { filename, bytes } = file()
    const fields: Record<string, string> = operation === 'bringBundle' ? {} : { branch_id: branchId }
    await stage.ask(operation, {
      by: operation === 'bringBundle' ? 'owner session' : EDITOR,
      node,
      form: fileForm(filename, bytes, fields),
    })
  }
  await stage.ask('syncFile', { ...asking, form: fileForm(place.source_name, file().bytes) })
  const fetched = file()
  await stage.ask('uploadFromUrl', { ...asking, json: { url: web.serve(fetched) } })
  const put = (id: string, { filename, bytes }: File) =>
    drive.put(id, { name: filename, bytes: Buffer.from(bytes), mimeType: mimeTypeOf(filename) })
  const id = fresh('drive file')
  const stored = file()
  put(id, stored)
  const session: Asking = { ...asking, by: 'owner session' }
  const json = { provider: 'google_drive', file_id: id }
  await stage.ask('uploadFromDrive', { ...session, json: { ...json, filename: stored.filename } })
  await stage.ask('trackCloudFile', { ...session, json })
  const trackedId = fresh('tracked file')
  put(trackedId, good())
  const tracking = { provider: 'google_drive', file_id: trackedId }
  const tracked = await stage.ask('trackCloudFile', { ...session, node: rich, json: tracking })
  put(trackedId, file())
  await stage.ask('syncFileLink', { ...session, names: { ...names, link_id: tracked.body?.link_id ?? 'none' } })
  await bringToSlot(stage, asking, file())
  if (file === good) await bringTwice(stage, asking)
}

/** Two editions at once of the same file: the later one is not of the version it was read for. */
async function raceVersions(stage: Stage, place: FilePlace, { drive, rich }: Ways) {
  const names = { workbook_id: place.workbook_id, link_id: place.link_id, n: '1' }
  const twice = (operation: string, asking: () => Asking) =>
    Promise.all([1, 2].map(() => stage.ask(operation, { by: 'owner session', node: rich, names, ...asking() })))
  const form = () => ({ form: fileForm('linked.csv', good().bytes) })
  await twice('pushFileVersion', form)
  await twice('revertFileVersion', () => ({}))
  const raced = { ...names, link_id: await trackOnDrive(stage, { names, node: rich }, drive, 'raced') }
  drive.put('raced', { name: 'raced.csv', bytes: Buffer.from(good().bytes), mimeType: 'text/csv' })
  await twice('syncFileLink', () => ({ names: raced }))
}

async function trackOnDrive(stage: Stage, asking: Asking, drive: Ways['drive'], id: string): Promise<string> {
  drive.put(id, { name: `${id}.csv`, bytes: Buffer.from(good().bytes), mimeType: 'text/csv' })
  const json = { provider: 'google_drive', file_id: id }
  const { body } = await stage.ask('trackCloudFile', { ...asking, by: 'owner session', json })
  return body?.link_id ?? 'none'
}

/** To a workbook that can hold no more tables, and to one whose files are closed. */
async function sendToFull(stage: Stage, ways: Ways) {
  const { drive, rich } = ways
  const full = await newPlace(stage)
  const names = { workbook_id: full.workbook_id }
  const link_id = await trackOnDrive(stage, { names, node: rich }, drive, 'grown')
  await fillWithTables(stage, full)
  await sendEverywhere(stage, full, ways, good)
  drive.put('grown', { name: 'grown.csv', bytes: Buffer.from(TWO_TABLES), mimeType: 'text/csv' })
  await stage.ask('syncFileLink', { by: 'owner session', node: rich, names: { ...names, link_id } })
  await closeFiles(stage, ways)
}

/** A second table below the first, which an edition before did not have. */
const TWO_TABLES = 'word,amount\nw1,1\nw2,2\n\n\n\nplace,people\nNara,3\nKobe,4\n'

/** Files of the governed workbook, tracked and fetched by those from whom something in them is hidden. */
async function closeFiles(stage: Stage, { drive, rich }: Ways) {
  const { source_name: name = '' } = stage.world.names
  await stage.ask('trackLocalFile', { form: fileForm(name, good().bytes) })
  drive.put('closed', { name, bytes: Buffer.from(good().bytes), mimeType: 'text/csv' })
  const json = { provider: 'google_drive', file_id: 'closed' }
  await stage.ask('trackCloudFile', { by: 'owner session', node: rich, json })
  await stage.ask('trackCloudFile', { by: 'owner session', node: rich, json: { ...json, on_existing: 'refuse' } })
  const link_id = await trackOnDrive(stage, { node: rich }, drive, 'ours')
  drive.put('ours', { name: 'ours.csv', bytes: Buffer.from(good().bytes), mimeType: 'text/csv' })
  await stage.ask('syncFileLink', { by: 'owner session', node: rich, names: { link_id } })
  await stage.ask('syncFile', { form: fileForm(name, good().bytes) })
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

/** Files in the store that are not what they were when they came: as if the reader had learned to refuse them since. */
async function plantBadFiles(stage: Stage, { workbook_id, at }: FilePlace, { drive, rich }: Ways) {
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
  const names = { workbook_id, source_name, link_id, n: '1' }
  const read = () => readKept(stage, { workbook_id, source_name, link_id, at })
  for (const file of Object.values(BAD_FILES))
    for (const { object_id } of rows)
      await writeFile(join(folder, ...sourceObjectName(workbook, object_id).split('/')), file().bytes)
        .catch(() => undefined)
        .then(() => (object_id === rows.at(-1).object_id ? read() : undefined))
  await admin.query('update source_revision set erased_at = now() where workbook_id = $1', [workbook])
  await read()
  for (const operation of ['downloadSource', 'downloadFileVersion']) await stage.ask(operation, { ...asking, names })
  for (const operation of ['reviseSource', 'pushFileVersion', 'trackLocalFile', 'uploadSource'])
    await stage.ask(operation, { ...asking, names, form: fileForm('book.csv', `${CSV}${fresh('w')},1\n`) })
  const untracked = sources.find(
    ({ name }: { name: string }) => !links.some((link: { name: string }) => link.name === name),
  )
  drive.put('erased', { name: untracked.name, bytes: Buffer.from(good().bytes), mimeType: 'text/csv' })
  const json = { provider: 'google_drive', file_id: 'erased', as_name: untracked.name }
  await stage.ask('trackCloudFile', { by: 'owner session', names, node: rich, json })
}

/** Everything that opens a file which came earlier. */
async function readKept(stage: Stage, { at, ...place }: FilePlace, node = stage.world.url) {
  const { source_name } = place
  const asking: Asking = { by: OWNER, names: { ...place, n: '1' }, node }
  await stage.ask('previewSource', asking)
  await stage.ask('mapSource', asking)
  await stage.ask('findSourceCells', { ...asking, query: 'find=w' })
  await stage.ask('whatIf', { ...asking, json: { set: [{ range: 'A2', value: 1 }] } })
  await stage.ask('editSource', { ...asking, json: { edits: [{ range: 'A2', value: 1 }] } })
  await stage.ask('analyzeSource', asking)
  const { body: spec } = await stage.world.owner.call('GET', `${at}/sources/${source_name}/parse-spec`)
  await stage.ask('readParseSpec', { ...asking, query: 'preview=true' })
  await stage.ask('correctParseSpec', { ...asking, query: 'preview=true', json: spec.parse_spec ?? spec })
  await stage.ask('patchParseSpec', { ...asking, json: operationsFor(spec.spec_version) })
  await stage.ask('materializeSource', { ...asking, json: {} })
  const json = { name: fresh('template'), workbook_id: place.workbook_id, source_name }
  await stage.ask('createTemplate', { by: OWNER, node, json })
  await stage.ask('readFileVersionCells', asking)
  await stage.ask('diffFileVersions', { ...asking, query: 'against=1' })
  await stage.ask('revertFileVersion', asking)
}

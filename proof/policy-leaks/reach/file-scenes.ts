import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sourceObjectName } from '../../../server/src/features/sources/source.ts'
import { fromWireId } from '../../../server/src/platform/ids.ts'
import { startDriveServer } from '../../../server/test/drive-server.ts'
import { makeZip } from '../../../spreadsheet/test/make-zip.ts'
import { CSV, slotQuery } from '../requests/file-requests.ts'
import { fileForm, fresh } from '../requests/good-request.ts'
import { type Asking, EDITOR, OWNER, type Stage } from '../stage.ts'
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

const cells = (cell: (n: number) => string, count: number) => Array.from({ length: count }, (_, n) => cell(n)).join(',')

/** Files that are refused, by the code they are refused with. */
const BAD_FILES = {
  unsupported_file: () => ({ filename: `${fresh('bad')}.xlsx`, bytes: bytesOf(`%PDF-1.4 ${fresh('no spreadsheet')}`) }),
  zip_bomb: () => ({ filename: `${fresh('bomb')}.xlsx`, bytes: bytesOf(bomb()) }),
  too_many_columns: () => ({
    filename: `${fresh('broad')}.csv`,
    bytes: bytesOf(`${cells((n) => `${fresh('c')}${n}`, 2_500)}\n${cells(String, 2_500)}\n`),
  }),
  // A text that is longer than a cell may be.
  payload_too_large: () => ({
    filename: `${fresh('long')}.csv`,
    bytes: bytesOf(`word\n${fresh('w').padEnd(1_000_100, 'x')}\n`),
  }),
} satisfies Record<string, () => File>

/** Less than it takes to open any file. */
const NO_TIME = { deadlineMs: 1, deadlinePerMegabyteMs: 0 }

/** Says that it unpacks to more than a gigabyte. */
const bomb = () =>
  makeZip([{ name: 'xl/workbook.xml', content: fresh('x'), claims: { sizeBytes: 2 ** 30 + 1, packedBytes: 2 ** 29 } }])

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

const operationsFor = (spec_version = 1) => ({ spec_version, operations: [{ op: 'keep_totals', region: 'r1' }] })

/** Sources that cannot be made tables as they are asked to be. */
async function makeMore(stage: Stage) {
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
  await stage.ask('patchParseSpec', { ...asking, json: operationsFor(99) })
  const { spec_version } = (await world.owner.call('GET', `${place.at}/sources/${place.source_name}/parse-spec`)).body
  await stage.ask('patchParseSpec', { ...asking, json: { spec_version, operations: [{ op: 'refuse_template' }] } })
  const ruled = { expected_version: null, rules: [{ kind: 'range', column: 'amount', max: 5 }] }
  await world.owner.call('PUT', `${place.at}/tables/${table}/rules`, ruled)
  await into({ mode: 'append', table })
  const staged = await stage.ask('uploadSource', {
    ...asking,
    form: fileForm('staged.csv', `${CSV}${fresh('w')},1\n`, { mode: 'staged' }),
  })
  const raw = { ...asking, names: { ...names, source_name: staged.body?.source?.name ?? 'none' } }
  await refuseTemplates(stage, place, raw.names.source_name)
  await materializeBroad(stage, asking)
  await stage.ask('readParseSpec', raw)
  await stage.ask('materializeSource', { ...raw, json: {} })
  const { body: spec } = await world.owner.call('GET', `${place.at}/sources/${place.source_name}/parse-spec`)
  await stage.ask('correctParseSpec', { ...raw, json: spec.parse_spec ?? spec })
  await stage.ask('patchParseSpec', { ...raw, json: operationsFor(1) })
  await stage.ask('previewSource', { ...asking, query: 'range=A1:ZZ100000' })
  for (const [operation, query] of [
    ['previewSource', ''],
    ['mapSource', ''],
    ['findSourceCells', 'find=w'],
    ['downloadSource', ''],
    ['downloadFileVersion', ''],
    ['readFileVersionCells', ''],
    ['diffFileVersions', 'against=1'],
    ['revertFileVersion', ''],
  ] as const)
    await stage.ask(operation, { ...asking, query, names: { ...names, n: '1' } })
  await stage.ask('whatIf', { ...asking, json: { set: [{ range: 'A2', value: 1 }] } })
  await stage.ask('editSource', { ...asking, json: { edits: [{ range: 'A2', value: 1 }], expected_revision: 99 } })
  await stage.ask('editSource', { ...asking, json: { restore_revision: 1, dry_run: true } })
  const refuse = fileForm('book.csv', `${CSV}${fresh('w')},1\n`, { on_existing: 'refuse' })
  await stage.ask('trackLocalFile', { ...asking, form: refuse })
  await stage.ask('trackLocalFile', { ...asking, form: fileForm('linked.csv', `${CSV}${fresh('w')},2\n`) })
  const bundle = await stage.ask('makeBundle', { by: 'owner session', names })
  if (bundle.status === 200)
    await stage.ask('bringBundle', { by: 'owner session', form: fileForm('book.zip', new Uint8Array(bundle.bytes)) })
  await stage.ask('reviewWorkbook', { ...asking, json: {} })
  await stage.ask('reviewWorkbook', { ...asking, json: { mode: 'agent' } })
}

/** A file that was only kept, of which a table of too many columns would be made. */
async function materializeBroad(stage: Stage, asking: Asking) {
  const { filename, bytes } = BAD_FILES.too_many_columns()
  const staged = await stage.ask('uploadSource', { ...asking, form: fileForm(filename, bytes, { mode: 'staged' }) })
  const broad = { ...asking, names: { ...asking.names, source_name: staged.body?.source?.name ?? 'none' } }
  await stage.ask('analyzeSource', broad)
  // As it was understood a long table would be made of it.
  const { body: spec } = await stage.ask('readParseSpec', broad)
  const asList = ({ outputs, ...region }: { outputs: readonly object[] }) => ({
    ...region,
    layout: 'list',
    outputs: outputs.map((output) => ({ ...output, kind: 'list' })),
  })
  await stage.ask('correctParseSpec', { ...broad, json: { ...spec, regions: spec?.regions?.map(asList) } })
  await stage.ask('materializeSource', { ...broad, json: {} })
}

/** Names that are taken, a source that is not analyzed, and one without a label. */
async function refuseTemplates(stage: Stage, { workbook_id, source_name }: FilePlace, unread: string) {
  const [one, other] = [fresh('template'), fresh('template')]
  const make = (name: string, source: string) =>
    stage.ask('createTemplate', { by: OWNER, json: { name, workbook_id, source_name: source } })
  await make(one, source_name)
  const { body } = await make(other, source_name)
  await make(one, source_name)
  await make(fresh('template'), unread)
  await stage.ask('changeTemplate', {
    by: OWNER,
    names: { template_id: body?.template_id ?? 'none' },
    json: { name: one },
  })
  const numbers = await stage.ask('uploadSource', {
    by: OWNER,
    names: { workbook_id },
    form: fileForm(`${fresh('numbers')}.csv`, '1,2\n3,4\n5,6\n', { structuring: 'skip' }),
  })
  const bare = String(numbers.body?.source?.name)
  await stage.ask('analyzeSource', { by: OWNER, names: { workbook_id, source_name: bare } })
  await make(fresh('template'), bare)
}

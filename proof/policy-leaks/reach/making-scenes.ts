import { CSV } from '../requests/file-requests.ts'
import { fileForm, fresh } from '../requests/good-request.ts'
import { type Asking, EDITOR, OWNER, type Stage } from '../stage.ts'
import { BAD_FILES } from './bad-files.ts'
import { type FilePlace, newPlace } from './file-place.ts'
import { reachQuarantineProblems } from './quarantine-scenes.ts'

export const operationsFor = (spec_version = 1) => ({ spec_version, operations: [{ op: 'keep_totals', region: 'r1' }] })

/** Sources that cannot be made tables as they are asked to be. */
export async function makeMore(stage: Stage) {
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
  const ruled = { expected_version: null, enforce: 'new', rules: [{ kind: 'range', column: 'amount', max: 0 }] }
  await world.owner.call('PUT', `${place.at}/tables/${table}/rules`, ruled)
  await into({ mode: 'append', table })
  await reachQuarantineProblems(stage, place, asking, table)
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

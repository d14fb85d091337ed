import type { Endpoint } from '../../server/src/platform/http/endpoint.ts'
import { sampleBody } from '../../server/test/ask-endpoint.ts'
import { EDITOR_SESSION } from './place.ts'
import { GOOD_REQUESTS } from './requests/good-requests.ts'
import type { Asking } from './stage.ts'
import type { World } from './world.ts'

type Row = Pick<Asking, 'query' | 'names' | 'door'> & { body?: unknown }
type Askings = readonly Row[] | ((world: World) => readonly Row[])

/** As its path says, with what the world has of these names, and a body its description allows. */
const PLAINLY: Askings = [{}]

const hidden = ({ planted }: World) => String(planted.columnName.value)

const rows =
  (operation: string): Askings =>
  (world) => [
    {},
    { query: 'format=csv', door: `${operation} as csv` },
    { query: 'format=arrow', door: `${operation} as arrow` },
    { query: 'format=ndjson', door: `${operation} as ndjson` },
    { query: `as_of=version:first` },
    { query: `order_by=${hidden(world)}` },
    { query: `order_by=pay&limit=1` },
    { query: 'order_by=-born' },
    { query: `filter=${encodeURIComponent(JSON.stringify({ column: 'born', op: '>', value: '2000-02-02' }))}` },
    { query: `columns=${hidden(world)}` },
    { query: `filter=${encodeURIComponent(JSON.stringify({ [hidden(world)]: { like: '%a%' } }))}` },
    { query: 'include_row_ids=true&count=true' },
    { names: { name: 'payroll' } },
    { names: { name: 'copy' } },
    { names: { name: world.names.united_table ?? '' } },
  ]

const QUERIES: Askings = (world) =>
  [
    'select * from staff',
    'select * from payroll',
    'select * from copy',
    `select * from "${world.names.united_table}"`,
    'select count(*) from copy where kept is not null',
    `select "${hidden(world)}" from staff`,
    'select pay from staff order by pay',
    'select max(pay), min(pay), sum(pay) from staff',
    'select name from staff where pay > 0',
    'select max(born), min(born), count(distinct born) from staff',
    `select substr("${hidden(world)}", 1, 6) as head, length("${hidden(world)}") as characters, born + 1 as later from staff`,
    'select cast(pay as varchar) || name from staff',
    'select cast(name as integer) from staff',
    `select ${hidden(world).slice(0, -1)} from staff`,
    'select s from staff s',
    'select columns(*) from staff',
    'from staff',
    'summarize staff',
    'describe staff',
    'select * from information_schema.columns',
    'select * from duckdb_columns()',
    'explain analyze select * from staff',
  ].flatMap((sql) => [{ body: { sql } }, { body: { sql, format: 'csv' } }])

const encoded = (option: string, text: string) => `${option}=${encodeURIComponent(text)}`

const ODATA_ROWS: Askings = (world) => [
  ...['staff', 'payroll', 'copy', 'plain', 'staff(1)'].map((set) => ({ names: { set } })),
  ...[
    encoded('$filter', 'born gt 2000-02-02'),
    encoded('$filter', 'pay gt 0'),
    encoded('$filter', `${hidden(world)} eq 'a'`),
    encoded('$filter', `contains(${hidden(world)},'a')`),
    encoded('$orderby', hidden(world)),
    encoded('$orderby', 'pay desc,born'),
    encoded('$select', hidden(world)),
    encoded('$apply', 'groupby((pay),aggregate($count as n))'),
    encoded('$apply', 'aggregate(pay with sum as s,born with max as m,name with countdistinct as c)'),
    encoded('$apply', `groupby((${hidden(world)}))`),
    '$count=true&$top=1&$format=application/json;odata.metadata=full',
  ].map((query) => ({ query, names: { set: 'staff' } })),
]

const ODATA_PARTS: Askings = (world) => [
  { names: { set: 'staff', part: '$count' } },
  { names: { set: 'staff', part: '$count' }, query: encoded('$filter', 'pay gt 0') },
  ...['pay', 'born', 'name', hidden(world)].map((part) => ({ names: { set: 'staff(1)', part } })),
]

const ODATA_VALUES: Askings = (world) =>
  ['pay', 'born', 'name', hidden(world)].map((part) => ({ names: { set: 'staff(1)', part, last: '$value' } }))

const EXPORTS: Askings = [
  { body: {} },
  { body: { tables: ['staff'], format: 'csv' }, door: 'exportTables as csv' },
  { body: { tables: ['staff'], include_row_ids: true } },
  { body: { tables: ['staff'], as_of: { version: 'first' } } },
  { body: { format: 'csv' } },
  { body: { formula_mode: 'preserve' } },
  { body: { tables: ['staff'], format: 'parquet' }, door: 'exportTables as parquet' },
  { body: { tables: ['staff'], filter: { column: 'pay', op: '>', value: 0 }, order_by: [{ column: 'born' }] } },
  { body: { tables: ['staff'], split_by: 'name' } },
  { body: { tables: ['staff'], split_by: 'pay' } },
  { body: { tables: ['staff'], columns: ['name'], filter: { column: 'pay', op: 'is_null' }, format: 'csv' } },
]

/** A write that every check but the last would let through: it expects a version that never was. */
const REFUSED_WRITE = { expected_version: 1_000_000 }

/** Trials: all of the work is done, shown and taken back. */
const TRIALS: Askings = (world) =>
  [
    { rows: [{ __svc_row_id: 1, city: 'Kobe' }], return: 'rows' },
    { rows: [{ __svc_row_id: 1, city: 'Otsu' }] },
    { rows: [{ __svc_row_id: 1, [hidden(world)]: 'x' }] },
    { rows: [{ __svc_row_id: 1, [hidden(world)]: 'x', city: 'Kobe' }], on_error: 'skip', return: 'rows' },
    { rows: [{ name: 'p0', city: 'Kobe' }], match_on: ['name'], return: 'rows' },
    { rows: [{ pay: 1 }], match_on: ['pay'] },
    { rows: [{ name: null, city: 'Kobe' }] },
  ].map((body) => ({ body: { expected_version: null, dry_run: true, ...body }, door: 'a trial of a write' }))

const both =
  (...askings: readonly Askings[]): Askings =>
  (world) =>
    askings.flatMap((each) => (typeof each === 'function' ? each(world) : each))

/** Of a file that is a table by itself, and of one that shares its table with another. */
const OF_FILES: Askings = ({ names }) => [{}, { names: { source_name: names.united_source ?? '' } }]

const WRITES: Askings = (world) => [
  { body: { ...REFUSED_WRITE, rows: [{ __svc_row_id: 1, [hidden(world)]: 'x' }] } },
  { body: { ...REFUSED_WRITE, rows: [{ __svc_row_id: 1, pay: 'no number' }] } },
  { body: { ...REFUSED_WRITE, rows: [{ pay: 1 }], match_on: ['pay'] } },
]

/** What each operation is asked by every caller: reads, and writes that change nothing. */
export const MATRIX: Readonly<Record<string, Askings>> = {
  readTableRows: rows('readTableRows'),
  readArtifactRows: rows('readArtifactRows'),
  readTableRow: [{}, { query: 'as_of=version:first' }, { names: { row_id: '2' }, query: 'as_of=version:first' }],
  readArtifactRow: PLAINLY,
  readTableRowHistory: [{}, { names: { row_id: '2' } }],
  readArtifactRowHistory: PLAINLY,
  readTableRowOrigin: ({ names }) => [{ names: { name: 'payroll' } }, { names: { name: names.united_table ?? '' } }],
  citeTable: ({ names }) => [
    { names: { name: names.united_table ?? '' }, body: { row_ids: [1], sets: [{}] } },
    { body: { row_ids: [1], sets: [{}] } },
    { names: { name: 'payroll' }, body: { row_ids: [1], sets: [{}] } },
    { body: { row_ids: [1], as_of: 'version:first' } },
  ],
  readArtifactRowOrigin: [{ names: { name: 'payroll' } }],
  readTableChanges: [{ query: 'since=1' }, { query: 'since=0' }],
  readArtifactChanges: [{ query: 'since=1' }],
  readTableRange: [{ query: 'range=A1:E10' }, { query: 'range=A:E&as_of=version:first' }],
  readArtifactRange: [{ query: 'range=A1:E10' }],
  readTableSchema: [
    {},
    { query: 'format=json-schema' },
    { query: 'format=frictionless' },
    { query: 'as_of=version:first' },
  ],
  readArtifactSchema: [{}, { query: 'format=json-schema' }],
  readTableColumns: PLAINLY,
  readArtifactColumns: PLAINLY,
  readTable: PLAINLY,
  readArtifact: [{}, { names: { name: 'payroll' } }],
  listTables: [{}, { query: 'state=all' }],
  listArtifacts: [{}, { query: 'state=all' }],
  listTableAnnotations: [{}, { query: 'row_id=1' }],
  listArtifactAnnotations: PLAINLY,
  profileTable: [{}, { query: 'columns=pay' }, { query: 'as_of=version:first' }],
  profileArtifact: PLAINLY,
  listTableValues: [{ query: 'column=pay' }, { query: 'column=city' }, { query: 'column=city&as_of=version:first' }],
  listArtifactValues: [{ query: 'column=pay' }],
  findInTable: [{ query: 'text=1' }, { query: 'text=a&order_by=pay' }, { query: 'text=1&as_of=version:first' }],
  findInArtifact: [{ query: 'text=1' }],
  readTableAccess: PLAINLY,
  readArtifactAccess: PLAINLY,
  listClassifications: PLAINLY,
  listPolicies: PLAINLY,
  listRowPolicies: PLAINLY,
  readRowPolicy: [{ names: { table: 'staff' } }],
  readGovernance: PLAINLY,
  runQuery: QUERIES,
  validateQuery: QUERIES,
  citeQuery: QUERIES,
  exportTables: EXPORTS,
  readResult: PLAINLY,
  listOps: PLAINLY,
  readAuditLog: PLAINLY,
  listSnapshots: PLAINLY,
  readSnapshot: PLAINLY,
  listVersions: PLAINLY,
  readVersion: PLAINLY,
  listConflicts: PLAINLY,
  listBranches: PLAINLY,
  listTransforms: PLAINLY,
  listSources: PLAINLY,
  readSource: OF_FILES,
  readParseSpec: [{}, { query: 'preview=true' }],
  previewSource: OF_FILES,
  mapSource: OF_FILES,
  findSourceCells: [{ query: 'find=a' }],
  whatIf: [{ body: { set: [{ range: 'A2', value: 1 }] } }],
  editSource: [
    { body: { edits: [{ range: 'A2', value: 1 }], dry_run: true } },
    { body: { restore_revision: 1, dry_run: true } },
  ],
  downloadSource: OF_FILES,
  listFileLinks: PLAINLY,
  downloadFileVersion: PLAINLY,
  readFileVersionCells: PLAINLY,
  diffFileVersions: [{ query: 'against=1' }],
  revertFileVersion: PLAINLY,
  makeBundle: [{}, { query: 'tables=false' }],
  readWorkbook: PLAINLY,
  listMyWorkbooks: PLAINLY,
  reviewWorkbook: [{ body: {} }, { body: { target: { tables: ['staff'] } } }],
  listMyData: [{}, { query: 'state=all&limit=200' }],
  searchData: (world) => [hidden(world), 'staff', 'pay'].map((q) => ({ query: `q=${encodeURIComponent(q)}` })),
  listWorkspaceWorkbooks: PLAINLY,
  listJobs: PLAINLY,
  listMyEvents: PLAINLY,
  listMyNotifications: PLAINLY,
  listTrash: PLAINLY,
  getMe: PLAINLY,
  writeTableRows: both(WRITES, TRIALS),
  writeArtifactRows: both(WRITES, TRIALS),
  writeTableRange: [{ body: { ...REFUSED_WRITE, range: 'B2', values: [['x']] } }],
  writeArtifactRange: [{ body: { ...REFUSED_WRITE, range: 'B2', values: [['x']] } }],
  deleteTableRows: [
    { body: { ...REFUSED_WRITE, row_ids: [1] } },
    { body: { expected_version: null, row_ids: [1, 3], dry_run: true }, door: 'a trial of a deletion' },
  ],
  deleteArtifactRows: [{ body: { ...REFUSED_WRITE, row_ids: [1] } }],
  alterTableColumn: [{ body: { ...REFUSED_WRITE, type: 'INTEGER' } }],
  alterArtifactColumn: [{ body: { ...REFUSED_WRITE, type: 'INTEGER' } }],
  deleteTableRow: [{ query: 'expected_version=1000000' }],
  deleteArtifactRow: [{ query: 'expected_version=1000000' }],
  undoOp: [{ query: 'force=true' }, { query: 'dry_run=true' }, {}],
  undoSession: [{ body: { session: 'none', dry_run: true } }, { body: { session: EDITOR_SESSION, dry_run: true } }],
  readTableRules: [{}, { query: 'version=1' }],
  readTableQuarantine: PLAINLY,
  sendQuarantinedRows: [{ body: {} }, { body: { row_ids: [1] } }],
  setTableRules: [
    { body: { expected_version: null, rules: [], dry_run: true } },
    { body: { expected_version: null, rules: [{ kind: 'row', name: 'x', expression: 'pay > 0' }], dry_run: true } },
    { body: { expected_version: null, rules: [{ kind: 'unique', columns: ['city'] }], dry_run: true } },
  ],
  listTableComments: [{}, { query: 'state=all' }],
  archiveTable: PLAINLY,
  archiveArtifact: PLAINLY,
  unarchiveTable: PLAINLY,
  unarchiveArtifact: PLAINLY,
  commitSnapshot: [{ body: { summary: 'again' } }],
  commitVersion: [{ body: { label: 'first' } }],
  listWorkbookMembers: PLAINLY,
  readJob: PLAINLY,
  analyzeSource: OF_FILES,
  materializeSource: [{ body: { dry_run: true } }],
  correctParseSpec: ({ spec }) => [{ body: spec }],
  patchParseSpec: [
    { query: 'dry_run=true', body: { spec_version: 1, operations: [{ op: 'keep_totals', region: 'r1' }] } },
    {
      query: 'dry_run=true',
      body: { spec_version: 1, operations: [{ op: 'unite_files', sources: ['wages_2026-01.csv'], name: 'all' }] },
    },
  ],
  reviseSource: OF_FILES,
  readTableLineage: [{}, { names: { name: 'copy' } }, { names: { name: 'copy' }, query: 'format=openlineage' }],
  readArtifactLineage: [{ names: { name: 'copy' } }],
  readTransform: [{ names: { name: 'copy' } }],
  runTransform: [{ names: { name: 'copy' }, body: {} }],
  createTransform: (world) => [
    { body: { name: 'peep', code: `SELECT "${hidden(world)}" AS seen FROM {{ s }}`, args: { s: 'staff' } } },
    { body: { name: 'guess', code: 'SELECT name FROM {{ s }} WHERE pay > 0', args: { s: 'staff' } } },
    { body: { name: 'broken', code: 'SELECT CAST(name AS INTEGER) AS n FROM {{ s }}', args: { s: 'staff' } } },
  ],
  recomputeWorkbook: [{ body: {} }],
  listTableOverrides: [{ names: { name: 'copy' } }],
  listArtifactOverrides: [{ names: { name: 'copy' } }],
  diffSnapshots: PLAINLY,
  listSheets: PLAINLY,
  readSheet: [{ names: { name: 'view' } }],
  renderSheet: [
    { names: { name: 'view' } },
    { names: { name: 'view' }, query: 'format=html' },
    { names: { name: 'view' }, query: 'format=pdf', door: 'renderSheet as pdf' },
  ],
  listCharts: PLAINLY,
  listSavedViews: [{}, { query: 'table=staff' }],
  readSavedView: PLAINLY,
  changeSavedView: [{ body: { state: {}, expected_version: 1_000_000 } }],
  summarizeTable: (world) =>
    [hidden(world), 'pay', 'city'].map((column) => ({
      body: {
        table: 'staff',
        group_by: [{ column }],
        measures: [{ function: 'max', column }, { function: 'count' }],
        pivot: { column },
      },
    })),
  listQuestions: PLAINLY,
  readQuestion: PLAINLY,
  runQuestion: ({ names }) => [{}, { names: { question_id: names.asked_question_id ?? '' } }],
  listDashboards: PLAINLY,
  readDashboard: PLAINLY,
  listLinks: PLAINLY,
  resolveConflict: [{ body: { action: 'acknowledge' } }],
  readODataService: PLAINLY,
  readODataRoot: PLAINLY,
  readODataMetadata: [{}, { query: '$format=json' }],
  readODataEntities: ODATA_ROWS,
  readODataPart: ODATA_PARTS,
  readODataValue: ODATA_VALUES,
}

/** Routes that a scene of its own asks. One that is neither there nor above nor among the good requests fails the tests. */
const IN_SCENES: Readonly<Record<string, readonly string[]>> = {
  'outside.ts': ['readShared', 'readSharedRows', 'readSharedAnswer', 'serveMcp', 'registerOauthClient', 'oauthConsentPage', 'submitOauthConsent', 'exchangeOauthCode', 'loadIcebergTable', 'signIcebergRequest', 'createIcebergNamespace', 'dropIcebergNamespace', 'changeIcebergNamespace', 'createIcebergTable', 'registerIcebergTable', 'changeIcebergTable', 'dropIcebergTable', 'renameIcebergTable', 'commitIcebergTables'], // biome-ignore format: a list
  'reach/account-scenes.ts': ['redeliverWebhook', 'verifyDomain', 'readScimElsewhere'],
  'reach/money-scenes.ts': [
    'setAutoTopup',
    'startCheckout',
    'enablePayg',
    'openPortal',
    'reuseCard',
    'topUp',
    'receivePaymentEvent',
  ],
  'reach/file-scenes.ts': ['readDriveAuthorization', 'revokeDriveAuthorization', 'listCloudFiles', 'startDriveAuthorization', 'finishDriveAuthorization', 'uploadFromDrive', 'trackCloudFile', 'syncFileLink', 'uploadFromUrl'], // biome-ignore format: a list
  'reach/sign-in-scenes.ts': ['exchangeDeviceCode', 'submitNewPassword', 'submitUserCode', 'submitConsent', 'startOidcLogin', 'finishOidcLogin', 'resetPassword', 'submitInvitation'], // biome-ignore format: a list
}

const inScenes = new Set(Object.values(IN_SCENES).flat())

export const isAccountedFor = ({ operation }: Pick<Endpoint, 'operation'>) =>
  MATRIX[operation] !== undefined || GOOD_REQUESTS[operation] !== undefined || inScenes.has(operation)

export function askingsOf(endpoint: Endpoint, world: World): Asking[] {
  const askings = MATRIX[endpoint.operation]
  if (!askings) return []
  return (typeof askings === 'function' ? askings(world) : askings).map(({ body, ...asking }) => {
    const json = body ?? (endpoint.method === 'GET' ? undefined : sampleBody(endpoint))
    return json === undefined ? asking : { ...asking, json }
  })
}

import type { Endpoint } from '../../server/src/http/endpoint.ts'
import { sampleBody } from '../../server/test/ask-endpoint.ts'
import type { World } from './world.ts'

/** One way to ask an endpoint: what follows its path, and the body it takes. `door`: what it is counted as, where it is another way out than the rest of the operation. */
export type Asking = { query?: string; body?: unknown; names?: Readonly<Record<string, string>>; door?: string }

type Askings = readonly Asking[] | ((world: World) => readonly Asking[])

/** As its path says, with whatever the world has of these names, and a body its description allows. */
const PLAINLY: Askings = [{}]

const hidden = ({ columnName }: World) => String(columnName.value)

const ROWS: Askings = (world) => [
  {},
  { query: 'format=csv' },
  { query: 'format=arrow' },
  { query: 'format=ndjson' },
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
]

const QUERIES: Askings = (world) =>
  [
    'select * from staff',
    'select * from payroll',
    'select * from copy',
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

const EXPORTS: Askings = [
  { body: {} },
  { body: { tables: ['staff'], format: 'csv' } },
  { body: { tables: ['staff'], include_row_ids: true } },
  { body: { tables: ['staff'], as_of: { version: 'first' } } },
  { body: { format: 'csv' } },
  { body: { formula_mode: 'preserve' } },
]

/** A write that every check but the last would let through: it expects a version that never was. */
const REFUSED_WRITE = { expected_version: 1_000_000 }

const WRITES: Askings = (world) => [
  { body: { ...REFUSED_WRITE, rows: [{ __svc_row_id: 1, [hidden(world)]: 'x' }] } },
  { body: { ...REFUSED_WRITE, rows: [{ __svc_row_id: 1, pay: 'no number' }] } },
  { body: { ...REFUSED_WRITE, rows: [{ pay: 1 }], match_on: ['pay'] } },
]

/** What each operation is asked. One that is missing here fails the tests: whoever adds a route says how it may leak. */
export const MATRIX: Readonly<Record<string, Askings>> = {
  readTableRows: ROWS,
  readArtifactRows: ROWS,
  readTableRow: [{}, { query: 'as_of=version:first' }, { names: { row_id: '2' }, query: 'as_of=version:first' }],
  readArtifactRow: PLAINLY,
  readTableRowHistory: [{}, { names: { row_id: '2' } }],
  readArtifactRowHistory: PLAINLY,
  readTableRowOrigin: [{ names: { name: 'payroll' } }],
  readArtifactRowOrigin: [{ names: { name: 'payroll' } }],
  readTableChanges: [{ query: 'since=1' }, { query: 'since=0' }],
  readArtifactChanges: [{ query: 'since=1' }],
  readTableRange: [{ query: 'range=A1:E10' }, { query: 'range=A:E&as_of=version:first' }],
  readArtifactRange: [{ query: 'range=A1:E10' }],
  readTableSchema: [{}, { query: 'format=json-schema' }, { query: 'as_of=version:first' }],
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
  readTableAccess: PLAINLY,
  readArtifactAccess: PLAINLY,
  listClassifications: PLAINLY,
  listPolicies: PLAINLY,
  readGovernance: PLAINLY,
  runQuery: QUERIES,
  validateQuery: QUERIES,
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
  readSource: PLAINLY,
  readParseSpec: [{}, { query: 'preview=true' }],
  previewSource: PLAINLY,
  downloadSource: PLAINLY,
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
  listTrash: PLAINLY,
  getMe: PLAINLY,
  writeTableRows: WRITES,
  writeArtifactRows: WRITES,
  writeTableRange: [{ body: { ...REFUSED_WRITE, range: 'B2', values: [['x']] } }],
  writeArtifactRange: [{ body: { ...REFUSED_WRITE, range: 'B2', values: [['x']] } }],
  deleteTableRows: [{ body: { ...REFUSED_WRITE, row_ids: [1] } }],
  deleteArtifactRows: [{ body: { ...REFUSED_WRITE, row_ids: [1] } }],
  alterTableColumn: [{ body: { ...REFUSED_WRITE, type: 'INTEGER' } }],
  alterArtifactColumn: [{ body: { ...REFUSED_WRITE, type: 'INTEGER' } }],
  deleteTableRow: [{ query: 'expected_version=1000000' }],
  deleteArtifactRow: [{ query: 'expected_version=1000000' }],
  undoOp: [{ query: 'force=true' }],
  archiveTable: PLAINLY,
  archiveArtifact: PLAINLY,
  unarchiveTable: PLAINLY,
  unarchiveArtifact: PLAINLY,
  commitSnapshot: [{ body: { summary: 'again' } }],
  commitVersion: [{ body: { label: 'first' } }],
  listWorkbookMembers: PLAINLY,
  readJob: PLAINLY,
  analyzeSource: PLAINLY,
  materializeSource: [{ body: { dry_run: true } }],
  correctParseSpec: ({ spec }) => [{ body: spec }],
  reviseSource: PLAINLY,
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
  resolveConflict: [{ body: { action: 'acknowledge' } }],
}

/** Paths that know no workbook's rows, whoever asks. */
const ELSEWHERE: readonly RegExp[] = [
  /^\/api\/auth\//,
  /^\/api\/control\//,
  /^\/api\/v1\/me\/(?:tokens|usage|workspaces|webhooks|authorize)/,
  /^\/api\/v1\/(?:cloud-files|oauth)\//,
  /^\/(?:healthz|readyz|metrics|openapi|docs|\.well-known|login|register|device|signed-in|forgot-password|reset-password|accept-invitation)/,
]

/** Operations below a workbook that are not asked, and why nothing of a hidden column can be in their answers. */
const NOT_ASKED: Readonly<Record<string, string>> = {
  ...because('it changes what is governed, and answers names to whoever governs', [
    'tagColumn',
    'untagColumn',
    'tagTableColumn',
    'untagTableColumn',
    'setPolicy',
    'deletePolicy',
  ]),
  ...because('it tells the same as listMyEvents, and has no end', ['streamWorkbookEvents']),
  ...because('it answers how many rows a file of the caller has changed', ['mergeTable', 'mergeArtifact', 'syncFile']),
  ...because('it answers what it has written, which is no secret to whoever could write it', [
    'putTransform',
    'putSheet',
  ]),
  ...because('it takes the world away, and answers nothing', [
    'deleteSheet',
    'restoreSnapshot',
    'revertVersion',
    'dropTableOverride',
    'dropArtifactOverride',
    'deleteWorkbook',
    'deleteTable',
    'dropTableColumn',
    'dropArtifactColumn',
    'restoreFromTrash',
    'purgeFromTrash',
    'emptyTrash',
    'unshareWorkbook',
    'deleteTransform',
    'cancelJob',
    'purgeTableValues',
    'purgeArtifactValues',
  ]),
  ...because('it answers what the caller has sent', [
    'createWorkbook',
    'changeWorkbook',
    'shareWorkbook',
    'createTable',
    'renameTable',
    'describeTable',
    'describeArtifact',
    'describeTableColumn',
    'describeArtifactColumn',
    'addTableColumn',
    'addArtifactColumn',
    'annotateTable',
    'annotateArtifact',
    'deleteTableAnnotations',
    'deleteArtifactAnnotations',
    'removeTableAnnotations',
    'removeArtifactAnnotations',
    'bindTable',
    'bindArtifact',
    'createUpload',
    'putUpload',
    'readUpload',
    'ingestUpload',
    'uploadSource',
    'uploadFromUrl',
    'uploadFromDrive',
    'trackLocalFile',
    'trackCloudFile',
    'syncFileLink',
    'pushFileVersion',
    'bringBundle',
  ]),
}

function because(why: string, operations: readonly string[]): Record<string, string> {
  return Object.fromEntries(operations.map((operation) => [operation, why]))
}

export const isAccountedFor = ({ operation, path }: Pick<Endpoint, 'operation' | 'path'>) =>
  MATRIX[operation] !== undefined || NOT_ASKED[operation] !== undefined || ELSEWHERE.some((known) => known.test(path))

/** A request of the matrix, ready to be sent. */
export type Sent = { operation: string; door: string; method: string; path: string; body?: unknown; type?: string }

export function requestsOf(endpoint: Endpoint, world: World, askerName: string): Sent[] {
  const askings = MATRIX[endpoint.operation]
  if (!askings) return []
  return (typeof askings === 'function' ? askings(world) : askings).map(
    ({ query, body, names = {}, door = endpoint.operation }) => {
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(names[name] ?? nameIn(world, name, askerName)),
      )
      const sent = body ?? (endpoint.method === 'GET' ? undefined : sampleBody(endpoint))
      return {
        operation: endpoint.operation,
        door,
        method: endpoint.method,
        path: query ? `${path}?${query}` : path,
        ...(sent === undefined ? {} : { body: sent }),
      }
    },
  )
}

/** `owner token account` is the owner. */
const personIn = (askerName: string) => askerName.split(' ')[0] ?? ''

function nameIn(world: World, name: string, askerName: string): string {
  if (name === 'workbook_id') return world.workbookId
  if (name === 'result_id') return world.results.get(askerName) ?? 'res_none'
  if (name === 'job_id') return world.jobs.get(personIn(askerName)) ?? 'job_none'
  return world.names.get(name) ?? 'none'
}

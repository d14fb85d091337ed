import { interfaceTests, sayIn, serverTests } from '../sentences/sentence.ts'

/** Endpoints of the data plane: workbooks, columns, tags, policies, conflicts, ops, queries, sheets, snapshots. */
const say = sayIn('Endpoints: workbooks and tables')

const tables = interfaceTests('tables')
const pages = interfaceTests('list-pages')
const governed = interfaceTests('governed-workbook')
const workbooks = serverTests('core/workbooks/workbooks')
const columns = serverTests('core/tables/columns/columns')
const retype = serverTests('core/tables/columns/retype-column')
const policies = serverTests('core/policies/policies')
const bindings = serverTests('core/tables/sync-bindings/sync-bindings')
const exports_ = serverTests('work/exports/exports')
const conflicts = serverTests('work/branches/resolve-conflict')
const merge = serverTests('work/branches/merge')
const queries = serverTests('core/queries/queries')
const recompute = serverTests('work/transforms/recompute/recompute')
const review = serverTests('work/review/review')
const adviser = serverTests('work/review/adviser/adviser')
const sheets = serverTests('work/sheets/sheets')
const snapshots = serverTests('work/snapshots/snapshots')
const restore = serverTests('work/snapshots/restore')
const authentication = serverTests('people/credentials/authentication')

const WORKBOOKS = [
  say(
    'POST workbooks: in the oldest workspace of the account unless one is named',
    serverTests('people/credentials/reach')(
      'reach > a create without workspace_id lands in the oldest workspace of the account',
    ),
  ),
  say(
    'GET workbook: metadata, no messages',
    interfaceTests('answers')('a workbook tells its metadata and no messages'),
  ),
  say('DELETE workbook: for its owner', workbooks('sharing > an editor edits, and neither deletes nor shares')),
  say('POST column: before the row id', tables('a new column stands behind the others and before the row id')),
  say(
    'POST column: with the types of a new table',
    tables('a column is added and retyped with the types that a table is created with, and no others'),
  ),
  say(
    'PATCH column: a new type casts the values',
    retype('a column takes another type, and its values, its description and its place stay'),
  ),
  say(
    'PATCH column: 400 for a value that cannot be cast',
    retype('a value that does not fit refuses the change and is named'),
  ),
  say(
    'DELETE column: never the last one',
    columns('columns > are refused when the name is taken, the default does not fit, or the last one would go'),
  ),
  say('DELETE column: its classification goes too', tables('with a dropped column its classification is gone')),
  say(
    'POST tag: the column is tagged',
    policies('a tag > attached twice is the same one, and taken off it no longer hides the column'),
  ),
  say(
    'DELETE tag: policies no longer hide the column',
    policies('a tag > attached twice is the same one, and taken off it no longer hides the column'),
  ),
  say(
    'GET artifact schema: columns, types, row count and five rows',
    serverTests('core/tables/schema/schema')('the schema of a table > is its columns and first rows'),
  ),
  say(
    'POST sync-bindings: kept, and nothing is synced',
    bindings('a table is bound to a sheet, and nothing is synchronised'),
  ),
  say(
    'POST sync-bindings: one sheet for one table',
    bindings('one sheet has one table and one table one sheet, until the table is deleted'),
  ),
  say(
    'POST sync-bindings: warnings where governed',
    bindings('a governed workbook says what its policies cannot reach'),
  ),
  say(
    'GET audit-log: 200 unless said',
    pages('without a limit a page holds > 200 entries of the audit log, and 50 ops'),
  ),
  say(
    'GET branches: open ones, one for each table, 200 unless said',
    pages('without a limit a page holds > 200 branches, one for each table that went out'),
    merge('a file that comes back > unchanged changes nothing, and closes its branch'),
  ),
  say(
    'GET charts: without config where governed',
    serverTests('work/looks/charts/charts')('in a governed workbook nothing is revealed of what a chart shows'),
  ),
  say(
    'GET classifications: every tag, 500 unless said',
    pages('without a limit a page holds > 500 classifications and 500 policies'),
  ),
  say('GET conflicts: by status, 200 unless said', pages('without a limit a page holds > 200 conflicts')),
  say(
    'POST resolve: acknowledge, revert, drop_override',
    conflicts('a conflict is resolved > by acknowledging what was written'),
    conflicts('a conflict is resolved > by writing the prior value back as an edit of its own'),
    serverTests('work/transforms/overrides/overrides')(
      'resolving a stale_override conflict drops the override, or keeps it until the transform makes something else again',
    ),
  ),
]

const EXPORTS = [
  say(
    'POST export: xlsx has a sheet for each table',
    exports_('an xlsx file > has a sheet for each active table, with every value as the kind of cell it is'),
  ),
  say(
    'POST export: csv is one file',
    exports_('a csv file > is what its options say, with texts that no spreadsheet computes'),
  ),
  say('POST export: csv of several tables is a zip file', exports_('a csv file > of several tables is a zip file')),
  say(
    'POST export: preserve writes formulas into xlsx',
    serverTests('work/exports/preserve-formulas')(
      'formulas of a file stand again where their cells stand now, with the values they came to',
    ),
  ),
  say(
    'POST export: generate is refused',
    exports_('an export is refused > with generate, with preserve as csv, of unknown tables, and of nothing at all'),
  ),
  say(
    'POST export: row ids when asked for',
    exports_('an xlsx file > has its row ids in a hidden last column only when they are asked for'),
  ),
  say(
    'POST export: record_branch opens a branch',
    merge('a branch > is listed while it is open, and emits an event when it is made and merged'),
  ),
  say(
    'POST export: headers tell preserved formulas, masked and denied columns',
    governed('an exported file holds blanks for masked columns and no denied ones, and its headers list both'),
    exports_('an xlsx file > says which versions it has, and names itself after its table'),
  ),
  say(
    'POST export: mask and deny hold in its bytes',
    governed('an exported file holds blanks for masked columns and no denied ones, and its headers list both'),
  ),
]

const GOVERNANCE_AND_OPS = [
  say(
    'GET ops: newest first, 50 unless said',
    pages('without a limit a page holds > 200 entries of the audit log, and 50 ops'),
  ),
  say('GET ops: before an op', columns('the version a write expects > may be declined, which history tells')),
  say(
    'POST undo',
    serverTests('core/tables/history/undo')('undo > brings updated cells back, and is an op of its own'),
  ),
  say('GET policies: 500 unless said', pages('without a limit a page holds > 500 classifications and 500 policies')),
  say(
    'PUT policy: mask gives NULL and says so',
    policies('a masked column > reads as NULL below the query: rows, filters, sorting and arithmetic see nothing else'),
  ),
  say(
    'PUT policy: deny makes the column disappear',
    policies('a denied column > does not exist: not in rows, not in the schema, not in the text of an error'),
  ),
  say(
    'PUT policy: allow exempts a role from the rule for all',
    policies('a masked column > is seen by a role that a rule exempts, and by no one by rank'),
  ),
  say(
    'PUT policy: the rule of a tag and role is replaced',
    policies(
      'a change of policies > makes the workbook governed, and the last rule gone makes it free again; the tag stays',
    ),
  ),
  say(
    'DELETE policy: with a role that rule alone, without one the whole tag; the tag stays on columns',
    governed(
      'a rule of one role is removed alone; without a role the tag is governed no longer and stays on its column',
    ),
  ),
]

const QUERIES_AND_REVIEWS = [
  say(
    'POST query: a manifest with a durable id and the first page',
    queries('a query answers a manifest with a durable id and the first page of rows'),
  ),
  say('POST query: SELECT only', queries('%s is not a query')),
  say(
    'POST query/validate: nothing runs and nothing is kept',
    queries('validate says what a query would answer with, or what is wrong, and keeps nothing'),
  ),
  say(
    'POST recompute: what is stale, in the order of dependencies',
    recompute('recompute runs what is stale in the order of dependencies, and nothing else'),
  ),
  say(
    'POST review: findings with evidence, and what was covered',
    review('a review > finds %s, shows it by rows, and its SQL shows the same'),
    review('a review > of clean tables finds nothing and says what it looked at'),
  ),
  say(
    'POST review: of the target that is named',
    review('a review > reports a stale table, and looks only at what it is asked for'),
  ),
  say(
    'POST review: lint answers at once, or 202 with a job after 45 seconds',
    tables('a review that lints answers at once; one that 45 seconds are not enough for goes on as a job with 202'),
  ),
  say(
    'POST review: async answers 202 at once',
    review('a review > goes on as a job for a client that does not wait, with the same answer'),
  ),
  say(
    'POST review: agent is a job, and judge judges',
    adviser(
      'an adviser that speaks %s > finds what its own SQL shows; what could not be shown is dropped and counted, and paid for once',
    ),
    adviser('an adviser that speaks %s > judges findings: what it calls fine stays as information, with its reason'),
  ),
]

const SHEETS_AND_SNAPSHOTS = [
  say('GET sheets', sheets('a sheet is written, read, listed, replaced and deleted, and owns no data')),
  say('GET, PUT and DELETE sheet', sheets('a sheet is written, read, listed, replaced and deleted, and owns no data')),
  say(
    'PUT sheet: four kinds of block',
    sheets('blocks are strict by their kind, and a filter passes the same gate as a query'),
  ),
  say(
    'GET render: blocks from top to bottom, tables by name',
    sheets('it is rendered as xlsx from top to bottom, with what its tables have now'),
  ),
  say(
    'GET render: blanks for masked columns, no denied ones',
    governed('a rendered sheet holds blanks for masked columns and no denied ones'),
  ),
  say('GET snapshots', snapshots('a snapshot > is listed page by page, and a cursor belongs to its workbook')),
  say(
    'POST snapshots',
    snapshots('a snapshot > is a list of tables and versions, recorded in op log, audit log and events'),
  ),
  say(
    'POST restore: takes the present away',
    restore('a snapshot is restored > with tables that were deleted, renamed, archived or made since'),
  ),
  say(
    'POST restore: needs workbooks:delete',
    authentication('scopes > restoring a snapshot and reverting a version need workbooks:delete'),
  ),
]

export const TABLE_SENTENCES = [
  ...WORKBOOKS,
  ...EXPORTS,
  ...GOVERNANCE_AND_OPS,
  ...QUERIES_AND_REVIEWS,
  ...SHEETS_AND_SNAPSHOTS,
]

import { interfaceTests, sayIn, serverTests, testsIn } from '../sentences/sentence.ts'

/** What the service does: its two planes, its objects, and rules 1 to 5. */
const say = sayIn('What the service does')

const authentication = serverTests('people/credentials/authentication')
const writes = interfaceTests('writes')
const governed = interfaceTests('governed-workbook')
const transforms = serverTests('work/transforms/transforms')
const policies = serverTests('core/policies/policies')
const replay = testsIn('server/src/platform/http/idempotency/idempotency.test.ts')

const PLANES = [
  say(
    'the data plane answers under /api/v1 to a personal access token',
    authentication('planes and credentials > the data plane takes a personal access token as a bearer'),
  ),
  say(
    'the control plane answers under /api/control to an account key',
    authentication('planes and credentials > the control plane takes an account key'),
  ),
  say(
    "the control plane answers to the owner's session as well",
    authentication("planes and credentials > the control plane takes the owner's session"),
  ),
  say(
    'an uploaded spreadsheet becomes typed tables whose rows have ids and versions',
    serverTests('work/sources/ingest/ingest')(
      'a csv becomes one table named after its file, with every text as it was',
    ),
    serverTests('work/sources/ingest/ingest')(
      'rows that came from a file are edited like any others, and new ones are counted on',
    ),
  ),
  say(
    'tables are queried with SQL that only reads',
    serverTests('core/queries/queries')('a query answers a manifest with a durable id and the first page of rows'),
    serverTests('core/queries/queries')('%s is not a query'),
  ),
  say(
    'tables are derived from tables, with lineage',
    serverTests('core/lineage/lineage')(
      'lineage can be walked up to the tables something is made from, and down to what is made from it',
    ),
  ),
]

const OBJECTS = [
  say(
    'a workbook contains tables, sheets, versions and policies, and deleting it deletes them',
    serverTests('core/workbooks/purge-workbook')(
      'with objects in a %s > a workbook is gone after its days in the trash: no row names it, and after the grace no object is left',
    ),
  ),
  say(
    'a source is the original file and never changes',
    serverTests('work/sources/sources')('a download gives back every byte under the name it came with'),
  ),
  say(
    'a source of mode auto becomes tables without further calls',
    serverTests('work/sources/ingest/structuring/structuring')(
      'structured tables take over the name of their file; the raw ones are archived, and lineage leads back to them',
    ),
  ),
  say(
    'a staged source is analyzed, its parse spec corrected, then materialized',
    serverTests('work/sources/parse-spec/parse-spec')(
      'a corrected spec is kept with its pins, and answers with the first rows as they would be read',
    ),
    serverTests('work/sources/materialize/materialize')(
      'materializing makes a typed table per region, and emits its event',
    ),
  ),
  say(
    'a base table is edited by rows',
    serverTests('core/tables/rows/write-rows')(
      'writing rows > inserts those without an id and updates those with one, in one version',
    ),
  ),
  say(
    'a derived table is the output of a transform: rows are neither inserted nor deleted',
    serverTests('work/transforms/overrides/overrides')('rows of a derived table are neither inserted nor deleted'),
  ),
  say(
    'a transform in SQL binds its placeholders to input tables through args',
    transforms('a transform binds {{ arg }} to a table and produces an output artifact, fresh and with its code kept'),
    transforms('every placeholder needs an arg and every arg a placeholder'),
  ),
  say(
    'a transform may be in Python, with the same placeholders',
    serverTests('work/transforms/python-transforms')(
      '{{ arg }} stands for the table in Python too, and an unbound one is refused',
    ),
  ),
  say(
    'a sheet owns no data: deleting it leaves the rows of its tables',
    serverTests('work/sheets/sheets')('a sheet is written, read, listed, replaced and deleted, and owns no data'),
  ),
  say(
    'blocks of a sheet refer to tables, and rendering composes an xlsx file',
    serverTests('work/sheets/sheets')('it is rendered as xlsx from top to bottom, with what its tables have now'),
  ),
  say(
    'a chart has a config and a recipe',
    serverTests('work/looks/charts/charts')('a chart is an artifact of its table, and is listed as it was made'),
  ),
  say(
    'charts are only read through the API',
    interfaceTests('tables')('charts are read and neither made nor changed through the API'),
  ),
  say(
    'a snapshot keeps a state that never changes',
    serverTests('work/snapshots/as-of')(
      'rows are read as they were, by snapshot and by version, whatever was edited since',
    ),
  ),
  say(
    'a version is a name on a snapshot, given once',
    serverTests('work/snapshots/snapshots')(
      'a version > names the newest snapshot, and commits one first where something changed',
    ),
    serverTests('work/snapshots/snapshots')(
      'a version > has a label of its own: the second commit is refused and leaves no trace',
    ),
  ),
  say(
    'a job stands for work that goes on after its request',
    serverTests('core/jobs/jobs')(
      'a job is accepted at once, runs, and keeps its result; its event is emitted with it',
    ),
  ),
  say(
    'a workspace bounds who sees what',
    serverTests('people/accounts/members/members')(
      'the members of a workspace > are seen by every member, and by no one else',
    ),
  ),
  say(
    'a user may own a default account and developer accounts beside it',
    serverTests('people/accounts/accounts')(
      'all accounts > the default account comes first, then developer accounts, oldest first',
    ),
  ),
]

const RULES = [
  say(
    'rule 1: every write of a table names the version it expects',
    writes('%s %s of a table is refused without expected_version, and with another than the current one'),
  ),
  say(
    'rule 1: a write that expects another version gets 409',
    serverTests('core/tables/rows/write-rows')(
      'writing rows > is refused when the table moved on, and says which rows did',
    ),
  ),
  say(
    'rule 1: reading the rows again returns the version to retry with',
    writes('after a conflict the rows are read again with their edit_version, and the edit that names it succeeds'),
  ),
  say(
    'rule 2: every request that changes something takes an Idempotency-Key',
    testsIn('server/test/every-endpoint.test.ts')(
      'a request > that changes something takes an Idempotency-Key of 1 to 255 printable ASCII characters',
    ),
  ),
  say(
    'rule 2: the same key with the same body replays the first answer',
    replay('a request repeated with its Idempotency-Key > gets the first answer again, and nothing is done twice'),
  ),
  say(
    'rule 3: a row edit marks derived tables stale and recomputes none',
    transforms('an interactive write upstream marks all that is derived from it stale, and recomputes nothing'),
  ),
  say(
    'rule 3: dropping an override marks derived tables stale',
    serverTests('work/transforms/overrides/overrides')(
      'dropping an override shows what the transform makes now, closes its conflict and makes what is below stale',
    ),
  ),
  say(
    'rule 3: a merge marks derived tables stale and recomputes none',
    writes('a merge marks derived tables stale and does not recompute them'),
  ),
  say(
    'rule 3: running a transform leaves its output and everything below fresh',
    transforms('running a transform propagates: its output and every table below are fresh when the call returns'),
  ),
  say(
    'rule 4: a mask hides values below every query',
    policies('a masked column > reads as NULL below the query: rows, filters, sorting and arithmetic see nothing else'),
  ),
  say(
    'rule 4: a denied column does not exist for the reader',
    policies('a denied column > does not exist: not in rows, not in the schema, not in the text of an error'),
  ),
  say(
    'rule 4: exports obey the same policy',
    governed('an exported file holds blanks for masked columns and no denied ones, and its headers list both'),
  ),
  say(
    'rule 4: profiles obey the same policy',
    governed('a profile has no figures of a masked column and no denied column'),
  ),
  say(
    'rule 4: tools of agents obey the same policy',
    serverTests('doors/mcp/policies-in-tools')('no tool brings out a value that a policy hides (%s)'),
  ),
  say(
    'rule 4: a governed workbook shows no raw file and takes no revision of one',
    governed('download, raw preview and revision of a source are refused with 403 once a policy exists'),
  ),
  say(
    'rule 5: a row has a JSON Schema that allows no other properties and null in every cell',
    serverTests('core/tables/schema/schema')('the schema of a table > is a JSON Schema that every row it holds fits'),
  ),
  say(
    'rule 5: the row schema leaves denied columns out',
    governed('a table lists its masked columns, and its row schema lacks denied ones'),
  ),
  say(
    'rule 5: a row without an id is inserted, one with an id is updated',
    serverTests('core/tables/rows/write-rows')(
      'writing rows > inserts those without an id and updates those with one, in one version',
    ),
  ),
]

export const SERVICE_SENTENCES = [...PLANES, ...OBJECTS, ...RULES]

import { interfaceTests, sayIn, serverTests } from '../sentences/sentence.ts'

/** Endpoints of the data plane: sources and file links; and the operations that the interface names in passing. */
const say = sayIn('Endpoints: workbooks and tables')
const sayInPassing = sayIn('Endpoints: named in passing')

const links = serverTests('work/file-links/file-links')
const cloudLinks = serverTests('work/file-links/cloud-links')
const contents = serverTests('work/file-links/version-contents')
const governed = interfaceTests('governed-workbook')
const sources = serverTests('work/sources/sources')
const ingestJobs = serverTests('work/sources/ingest/ingest-jobs')
const fromUrl = serverTests('work/sources/upload/from-url')
const parseSpec = serverTests('work/sources/parse-spec/parse-spec')
const materialize = serverTests('work/sources/materialize/materialize')
const structuring = serverTests('work/sources/ingest/structuring/structuring')
const merge = serverTests('work/branches/merge')
const tables = serverTests('core/tables/tables')

const MATERIALIZED =
  'materializing makes one table of each region of kind data, or of those that are selected, and emits an event for each'

const CLOSED = 'on a governed workbook the file of a version is closed, and no edition is read'

const FILE_LINKS = [
  say(
    'GET file-links: with versions, newest last',
    links('a pushed edition becomes the next version, newest last, and its rows take the place of those before'),
  ),
  say(
    'POST file-links: the bytes become version 1 and feed a source',
    cloudLinks("a drive's file is tracked: its current bytes become version 1 and feed a source of the same name"),
  ),
  say(
    'POST local: auto keeps what the service has as version 1 when a sheet is in common',
    links("auto keeps the service's copy as version 1 when a sheet is in common; what differs becomes version 2"),
  ),
  say(
    'POST local: auto refuses a file without a sheet in common',
    links('auto refuses a file of the same name without a sheet in common, and nothing is tracked'),
  ),
  say('POST local: as_name', links('refuse refuses where any source has the name; as_name tracks under another')),
  say('POST local: replace', links("replace overwrites the service's copy: the file is version 1")),
  say('POST local: seed', links("seed forces the service's copy to be version 1, whatever the file is")),
  say(
    'POST sync: a changed file becomes a version and its source is read again',
    cloudLinks('a sync pulls the drive copy: a changed file becomes a new version and re-ingests the source'),
  ),
  say(
    'POST sync: needs workbooks:write and cloud-files:read',
    cloudLinks('a sync needs workbooks:write and cloud-files:read, and a local file cannot be synced'),
  ),
  say('POST versions: identical bytes cut none', links('identical bytes cut no version')),
  say(
    'GET cells: pairs of a cell and its value',
    contents('cells are pairs of an address and a value, of the first sheet or the one that is named'),
  ),
  say('GET cells: refused where governed', links(CLOSED)),
  say(
    'GET diff: what was and what is, cell by cell, from the version before',
    contents('a diff tells per sheet which cells differ from the version before, and knows rows that came between'),
  ),
  say('GET diff: against any version', contents('a diff may be asked against any version, in either direction')),
  say('GET diff: capped', contents('a diff lists no more than 10,000 cells of a sheet, and counts all')),
  say('GET diff: refused where governed', links(CLOSED)),
  say(
    'GET download: the bytes of the version',
    links('reverting brings an older version back as a new one, and every version can still be downloaded'),
  ),
  say('GET download: refused where governed', links(CLOSED)),
  say(
    'POST revert: version n again, as a new one',
    links('reverting brings an older version back as a new one, and every version can still be downloaded'),
  ),
]

const SOURCES = [
  say('GET sources: with their status', sources('a staged upload keeps the bytes and interprets nothing')),
  say(
    'POST sources: auto answers the source and every table',
    structuring(
      'structured tables take over the name of their file; the raw ones are archived, and lineage leads back to them',
    ),
  ),
  say('POST sources: staged keeps bytes alone', sources('a staged upload keeps the bytes and interprets nothing')),
  say(
    'POST sources: async answers 202 with a job',
    ingestJobs('an upload that does not wait goes on as a job, whose result is what waiting would have answered'),
  ),
  say(
    'POST sources: a repeated key replays the answer, and the job_id of an async one',
    sources(
      'an upload under an Idempotency-Key happens once: the same form gets the first answer, another file is refused',
    ),
    ingestJobs('an upload that does not wait goes on as a job, whose result is what waiting would have answered'),
  ),
  say(
    'POST sources: the same bytes are the same source',
    sources('the same bytes again are the same source, whatever they are called'),
  ),
  say(
    'POST cloud: as an upload, with where it came from',
    serverTests('work/cloud-files/cloud-files')(
      '%s: a file is imported as an upload is, and the source tells where it came from',
    ),
  ),
  say(
    'POST from-url: the service fetches a public file',
    fromUrl(
      'a file at an address becomes a source as an upload does, and tells where it came from without its secrets',
    ),
  ),
  say('POST from-url: private networks and localhost are refused', fromUrl('%s is refused: %s')),
  say('POST from-url: redirects are refused', fromUrl('a redirect is refused, and its target is not requested')),
  say(
    'POST from-url: the cap holds while bytes arrive',
    fromUrl('the cap holds while the file arrives, whether its length is known or not'),
  ),
  say(
    'GET source: with a summary of its parse spec once analyzed',
    structuring(
      'structured tables take over the name of their file; the raw ones are archived, and lineage leads back to them',
    ),
  ),
  say(
    'POST analyze: a proposal is kept, nothing is made',
    parseSpec('analysis proposes how a source is read, and makes no tables'),
  ),
  say('GET source download: byte by byte', sources('a download gives back every byte under the name it came with')),
  say(
    'GET source download: refused where governed',
    governed('download, raw preview and revision of a source are refused with 403 once a policy exists'),
  ),
  say(
    'POST materialize: a table for each region when new',
    interfaceTests('sources')(MATERIALIZED),
    materialize('materializing makes a typed table per region, and emits its event'),
  ),
  say(
    'POST materialize: append adds rows by the names of columns',
    materialize('rows are added to a table by the names of its columns, as its types'),
  ),
  say(
    'POST materialize: every region of kind data unless selected',
    interfaceTests('sources')(MATERIALIZED),
    materialize('materializing makes a typed table per region, and emits its event'),
  ),
  say(
    'GET and PUT parse-spec: regions and how they are read',
    parseSpec('a corrected spec is kept with its pins, and answers with the first rows as they would be read'),
    parseSpec('every decision of the analysis can be made otherwise, and comes back as it was sent'),
  ),
]

const IN_PASSING = [
  sayInPassing(
    'GET tables: names and row counts',
    tables('a table > is created empty, at version 1, and read back with its columns'),
  ),
  sayInPassing(
    'GET table: with its freshness',
    tables('a table > is created empty, at version 1, and read back with its columns'),
  ),
  sayInPassing(
    'GET access: a dry run of policies',
    serverTests('core/policies/policies')(
      'the dry run of access > tells by which rule a column is seen or not; of denied ones only who governs learns the names',
    ),
  ),
  sayInPassing(
    'GET schema: json-schema is of one row',
    serverTests('core/tables/schema/schema')('the schema of a table > is a JSON Schema that every row it holds fits'),
  ),
  sayInPassing(
    'POST merge: by row id, cell by cell',
    merge(
      'a file that comes back > has its edits written, its new rows added and its missing rows deleted, in one op that can be undone',
    ),
  ),
  sayInPassing(
    'POST merge: cells that both sides changed become conflicts',
    merge('a file that comes back > keeps what only the service changed, and tells where both did'),
  ),
  sayInPassing(
    'POST merge: a derived table has no branch: 400',
    interfaceTests('writes')('a derived table cannot become a branch: 400'),
  ),
  sayInPassing(
    'POST sync: a returned file finds its tables',
    serverTests('work/branches/sync')('a returned file is synced > by what it says of itself, sheet by sheet'),
  ),
  sayInPassing(
    'POST transforms: creates and runs one',
    serverTests('work/transforms/transforms')(
      'a transform binds {{ arg }} to a table and produces an output artifact, fresh and with its code kept',
    ),
  ),
  sayInPassing(
    'POST versions: commits one',
    serverTests('work/snapshots/snapshots')(
      'a version > names the newest snapshot, and commits one first where something changed',
    ),
  ),
  sayInPassing(
    'POST revert: back to a version, with workbooks:delete',
    serverTests('work/snapshots/restore')('a version is reverted to by its label'),
    serverTests('people/credentials/authentication')(
      'scopes > restoring a snapshot and reverting a version need workbooks:delete',
    ),
  ),
]

export const FILE_SENTENCES = [...FILE_LINKS, ...SOURCES, ...IN_PASSING]

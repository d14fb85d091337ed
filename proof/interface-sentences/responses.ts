import { interfaceTests, sayIn, serverTests } from '../sentences/sentence.ts'

/** Resources: the bodies of answers. */
const say = sayIn('Resources')

const artifacts = serverTests('core/artifacts/artifacts')
const tables = serverTests('core/tables/tables')
const uploads = serverTests('work/sources/upload/uploads')
const structuring = serverTests('work/sources/ingest/structuring/structuring')
const credits = serverTests('work/sources/ingest/structuring/structuring-credits')
const series = serverTests('people/usage/usage-series')
const me = serverTests('people/me/me')
const jobs = serverTests('core/jobs/jobs')

export const RESPONSE_SENTENCES = [
  say('ArtifactSummary and its list', artifacts('artifacts > are listed with what they hold')),
  say(
    'ArtifactSummary: active or archived',
    artifacts('artifacts > are archived and brought back; twice changes nothing'),
  ),
  say('ArtifactStateResponse', artifacts('artifacts > are archived and brought back; twice changes nothing')),
  say(
    'ColumnInfo: name, type and whether it is masked',
    tables('a table > is created empty, at version 1, and read back with its columns'),
    interfaceTests('governed-workbook')('a profile has no figures of a masked column and no denied column'),
  ),
  say(
    'ColumnsResponse: name, edit_version and columns',
    serverTests('core/tables/columns/columns')('columns > are added, renamed and dropped, each one version'),
  ),
  say(
    'CreateTableResponse: name, type, version and layer',
    tables('a table > is created empty, at version 1, and read back with its columns'),
  ),
  say(
    'ChartInfo and its list',
    serverTests('work/looks/charts/charts')('a chart is an artifact of its table, and is listed as it was made'),
  ),
  say(
    'ChartInfo: config_omitted is governed where it is left out',
    serverTests('work/looks/charts/charts')('in a governed workbook nothing is revealed of what a chart shows'),
  ),
  say(
    'A1Response: range and values',
    serverTests('core/tables/ranges/a1')('cells by their places > are read with the header as row 1'),
  ),
  say(
    'query validate: whether it is valid, its errors and its columns',
    serverTests('core/queries/queries')(
      'validate says what a query would answer with, or what is wrong, and keeps nothing',
    ),
  ),
  say(
    'recompute: skipped_reports names stale reports',
    serverTests('work/transforms/recompute/recompute')('sheets over stale tables are named and not run'),
  ),
  say(
    'recompute: failed names tables that stay stale',
    serverTests('work/transforms/recompute/recompute')(
      'what fails stays stale with what it held, and blocks only what is made from it',
    ),
  ),
  say(
    'freshness: stale and since when',
    interfaceTests('writes')(
      'an edit, a deletion and its undo mark derived tables stale and leave their rows as they were',
    ),
  ),
  say(
    'masked_columns lists masked columns',
    interfaceTests('governed-workbook')('a table lists its masked columns, and its row schema lacks denied ones'),
  ),
  say(
    'file link version entry',
    interfaceTests('file-bodies')(
      'the form that pushes a version of a file > needs the file; who changed it and when may be left out',
    ),
    serverTests('work/file-links/file-links')(
      'a pushed edition becomes the next version, newest last, and its rows take the place of those before',
    ),
  ),
  say(
    'op entry: kind, actor, code reference and whether it can be undone',
    interfaceTests('tables')('an op tells its kind, who did it, what code it ran and whether it can be undone'),
    serverTests('core/tables/history/undo')('undo > brings updated cells back, and is an op of its own'),
  ),
  say(
    'job: pending, running, succeeded; the result is that of the call which waits',
    jobs('a job is accepted at once, runs, and keeps its result; its event is emitted with it'),
    serverTests('work/sources/ingest/ingest-jobs')(
      'an upload that does not wait goes on as a job, whose result is what waiting would have answered',
    ),
  ),
  say('job: failed, with a short error', jobs('a job that is refused fails at once, with the words of the refusal')),
  say(
    'audit log: newest first',
    serverTests('core/workbooks/workbooks')(
      'the audit log of a workbook > tells what was done, newest first, and by whom',
    ),
  ),
  say(
    'audit log: chain_valid is false once an entry was altered',
    serverTests('core/audit/audit-tampering')('an altered entry is noticed'),
  ),
  say(
    'audit log: chain_valid is false once an entry was removed',
    serverTests('core/audit/audit-tampering')('an entry taken out of the middle is noticed'),
  ),
  say(
    'audit log: chain_valid is false once entries were reordered',
    serverTests('core/audit/audit-tampering')('two entries that changed places are noticed'),
  ),
  say(
    'upload slot: pending with its address, uploaded, ingested',
    uploads('a slot takes the bytes of a large file at its signed address, and a source is made of them'),
  ),
  say(
    'source upload: structured, skipped or deferred',
    interfaceTests('file-bodies')(
      'the form that uploads a source > takes the modes auto and staged, and the structurings auto, skip and defer, and no others',
    ),
  ),
  say(
    'source upload: off where structuring is switched off',
    serverTests('work/sources/ingest/structuring/structuring-off')(
      'where the operator has switched structuring off, sheets land as they are, whatever is wished',
    ),
  ),
  say(
    'source upload: raw_fallback because of no_credits',
    credits('without credits the sheets land as they are, free of charge, and the reason is given'),
  ),
  say(
    'source upload: raw_fallback because of building',
    credits('content that another request of the account is structuring for long is not structured twice: building'),
  ),
  say(
    'source upload: raw_fallback because of a failure, with its detail',
    structuring('a raw table in use keeps its name: what was deferred is not promoted'),
  ),
  say(
    'source upload: the async form answers a job_id',
    serverTests('work/sources/ingest/ingest-jobs')(
      'an upload that does not wait goes on as a job, whose result is what waiting would have answered',
    ),
  ),
  say(
    'usage series: flows are totals of a day, and days without any are left out',
    series('flows are day totals: requests over all nodes, ops and credits, without a day that had none'),
  ),
  say(
    'usage series: stocks are the last sample of a day, or null',
    series('stocks are the day’s last sample, and null on a day without a sample'),
  ),
  say('me: identity and plan', me('a session sees who it is: the user, the default account, and every scope')),
  say(
    'me: what the credential is, may and reaches',
    me('a token sees its scopes, its resource and the account it is bound to'),
  ),
  say(
    'workspace list entry: name and is_default',
    me('a session reaches its own workspaces and those it is a member of, by name'),
  ),
]

import { interfaceTests, sayIn, serverTests } from '../sentences/sentence.ts'

/** Errors: problem documents, and which condition has which status. */
const say = sayIn('Errors')

const reach = serverTests('people/credentials/reach')
const links = serverTests('work/file-links/file-links')
const governed = interfaceTests('governed-workbook')
const ingestJobs = serverTests('work/sources/ingest/ingest-jobs')
const fromUrl = serverTests('work/sources/upload/from-url')

export const ERROR_SENTENCES = [
  say(
    'a refusal is a problem document with type, title, detail and suggested_fix',
    interfaceTests('answers')('every refusal is a problem document with a type, a title, a detail and what to do'),
  ),
  say(
    '400: a column cannot be retyped because of a value',
    serverTests('core/tables/columns/retype-column')('a value that does not fit refuses the change and is named'),
  ),
  say('400: a derived table is branched', interfaceTests('writes')('a derived table cannot become a branch: 400')),
  say(
    '402: a review in agent mode without credits; lint goes on without a judge',
    serverTests('work/review/adviser/adviser')(
      'an adviser that speaks %s > is not asked without credits: agent is refused, lint goes on without a judge',
    ),
  ),
  say(
    '403: a workspace outside reach, listing and creating',
    reach('reach > naming a workspace_id outside reach gives 403 for listing and creation alike'),
  ),
  say(
    '403: a pinned credential addresses another workspace',
    serverTests('people/accounts/workspaces/workspaces')(
      'one workspace > that a pinned credential addresses beside its pin is out of reach',
    ),
  ),
  say(
    '403: a review of a governed workbook',
    serverTests('work/review/review')('a review > of a governed workbook is refused'),
  ),
  say(
    '403: cells, diff and download of a file link where governed',
    links('on a governed workbook the file of a version is closed, and no edition is read'),
  ),
  say(
    '403: download and raw preview of a source where governed',
    governed('download, raw preview and revision of a source are refused with 403 once a policy exists'),
  ),
  say(
    '409: another version than the current one is expected',
    interfaceTests('writes')(
      '%s %s of a table is refused without expected_version, and with another than the current one',
    ),
  ),
  say('409: a developer account without a workspace', reach('reach > a developer account with no workspace gives 409')),
  say(
    '202: an async upload, with its job_id',
    ingestJobs('an upload that does not wait goes on as a job, whose result is what waiting would have answered'),
  ),
  say(
    '202: a review that goes on, with its job_id',
    serverTests('work/review/review')(
      'a review > goes on as a job for a client that does not wait, with the same answer',
    ),
  ),
  say(
    '204: a token is revoked, also a second time',
    serverTests('people/credentials/tokens')(
      'minting tokens > a revoked token gives 401 at once, and revoking it again is fine',
    ),
  ),
  say(
    'a failed job has an error and no result',
    serverTests('core/jobs/jobs')('a job that is refused fails at once, with the words of the refusal'),
  ),
  say(
    'structuring_reason explains raw_fallback',
    serverTests('work/sources/ingest/structuring/structuring-credits')(
      'without credits the sheets land as they are, free of charge, and the reason is given',
    ),
  ),
  say(
    'each violation of deleting an account is its own error',
    serverTests('people/closing/closing')(
      'each violation is its own error, in order: subscription, overage, confirmation; and nothing has changed',
    ),
  ),
  say('url ingest refuses private networks and localhost', fromUrl('%s is refused: %s')),
  say('url ingest refuses redirects', fromUrl('a redirect is refused, and its target is not requested')),
]

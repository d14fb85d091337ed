import { interfaceTests, sayIn, serverTests } from '../sentences/sentence.ts'

/** Endpoints of the data plane: identity, discovery, jobs, results, uploads. */
const say = sayIn('Endpoints: identity, discovery, jobs')

const answers = interfaceTests('answers')
const pages = interfaceTests('list-pages')
const me = serverTests('people/me/me')
const cloudFiles = serverTests('work/cloud-files/cloud-files')
const catalog = serverTests('core/catalog/catalog')
const tokens = serverTests('people/credentials/tokens')
const webhooks = serverTests('core/events/webhooks/webhooks')
const deliveries = serverTests('core/events/webhooks/deliveries/deliveries')
const reach = serverTests('people/credentials/reach')
const jobAccess = serverTests('core/jobs/job-access')
const results = serverTests('core/queries/results')
const search = serverTests('core/catalog/search/search')
const uploads = serverTests('work/sources/upload/uploads')

export const IDENTITY_SENTENCES = [
  say(
    'GET me: a pinned key sees the buckets of its own account',
    me('a key sees the buckets of its own account, and acts for its owner'),
  ),
  say(
    'GET me: workspace_id is the oldest workspace of the account, or null',
    me('workspace_id is the oldest workspace the account funds, and null when it funds none'),
  ),
  say(
    'GET authorize: whether the drive may be read, else where to allow it',
    cloudFiles('%s: a user who has not allowed it learns where to do so; then their files are listed'),
  ),
  say(
    'GET me/data: every artifact the credential sees',
    catalog('me/data > lists every artifact once, the newest first, whatever the size of the page'),
  ),
  say(
    'GET me/data: 50 a page',
    pages('without a limit a page holds > 50 artifacts of my data, and 20 that a search finds'),
  ),
  say(
    'GET me/data: nothing the credential cannot see',
    catalog('me/data > a pinned token sees its workbook, a guest what is shared with them, a stranger nothing'),
  ),
  say(
    'GET tokens: without plaintext',
    tokens('minting tokens > the plaintext of a token is returned once, when it is created'),
  ),
  say(
    'POST tokens: the plaintext once',
    tokens('minting tokens > the plaintext of a token is returned once, when it is created'),
  ),
  say(
    'DELETE token: 204, also when it was revoked before',
    tokens('minting tokens > a revoked token gives 401 at once, and revoking it again is fine'),
  ),
  say('GET usage: requests by token and day', tokens('minting tokens > requests are counted per token and day')),
  say('GET usage: 30 days unless said', answers('usage covers 30 days by default, on both planes')),
  say('GET webhooks', webhooks('a webhook is made, listed, changed and removed; its secret is shown once')),
  say(
    'POST webhooks: the signing secret once',
    webhooks('a webhook is made, listed, changed and removed; its secret is shown once'),
  ),
  say('POST webhooks: a subscription is personal', webhooks('webhooks of others do not exist')),
  say('DELETE webhook', webhooks('a webhook is made, listed, changed and removed; its secret is shown once')),
  say(
    'GET deliveries: newest first',
    webhooks('what was sent is listed newest first, in pages and by how it went, and is kept for 30 days'),
  ),
  say(
    'GET deliveries: attempts, last status and last error',
    deliveries('a receiver that fails is tried ten times and then given up; what it answered is kept nowhere'),
  ),
  say('GET me/workbooks: 50 a page', pages('without a limit a page holds > 50 of my workbooks')),
  say(
    'GET me/workbooks: those the caller owns',
    serverTests('core/workbooks/workbooks')('the list of my workbooks > holds what I own, not what is shared with me'),
  ),
  say(
    'GET me/workbooks: personal is an alias',
    serverTests('core/workbooks/workbooks')(
      'the list of my workbooks > takes personal as the name of the personal workspace',
    ),
  ),
  say(
    'GET me/workbooks: 403 for a workspace out of reach',
    reach('reach > naming a workspace_id outside reach gives 403 for listing and creation alike'),
  ),
  say(
    'GET me/workspaces: by name, with is_default',
    me('a session reaches its own workspaces and those it is a member of, by name'),
  ),
  say(
    'GET cloud-files: folders first, with isFolder',
    cloudFiles('%s: importable files are listed page by page, folders first, with isFolder'),
  ),
  say('GET cloud-files: q searches names', cloudFiles('%s: q looks for a name')),
  say('GET jobs: newest first', jobAccess('jobs are listed newest first, in pages')),
  say(
    'GET jobs: a credential of one workbook sees the jobs of that workbook',
    jobAccess('a credential sees the jobs within its reach: the same user is refused beyond it'),
  ),
  say(
    'GET job: status and result',
    serverTests('core/jobs/jobs')(
      'a job is accepted at once, runs, and keeps its result; its event is emitted with it',
    ),
  ),
  say(
    'GET result: 1000 rows from 0 unless said',
    results(
      'a result is read in pages of 1000 rows, or as many as are asked for, in the shape of the query or another',
    ),
  ),
  say(
    'GET result: as JSON, NDJSON or Arrow',
    results('a result has the format of its query unless another is asked for'),
    serverTests('core/queries/query-formats')('Arrow is a stream of its own kind, also for no rows at all'),
  ),
  say(
    'GET search: names, descriptions and columns',
    search('search > finds a table by name, description and columns, and says by which'),
  ),
  say(
    'GET search: file names of sources',
    search('search > finds a source by its file name, and the tables made of it too'),
  ),
  say(
    'GET search: 20 unless said',
    pages('without a limit a page holds > 50 artifacts of my data, and 20 that a search finds'),
  ),
  say(
    'GET search: an empty or blank question finds nothing and is no error',
    search('search > asks nothing for nothing, and takes a question of any characters'),
  ),
  say(
    'GET upload: how far the slot is',
    uploads('a slot takes the bytes of a large file at its signed address, and a source is made of them'),
  ),
  say('PUT upload: by its signature alone', uploads('an address that was altered opens no slot')),
]

import { interfaceTests, sayIn, serverTests, testsIn } from '../sentences/sentence.ts'

/** Limits: each at the limit and one past it. */
const say = sayIn('Limits')

const accountBodies = interfaceTests('account-bodies')
const tableBodies = interfaceTests('table-bodies')
const pages = interfaceTests('list-pages')
const upkeep = testsIn('server/src/main/job-handlers.test.ts')

const RANGE =
  'the body that writes a range > needs a range of 2 to 30 characters, 1 to 1000 rows of at most 1000 values, and a version'
const COLUMN =
  'the body that adds a column > needs a name of 1 to 200 characters and a version; the type is VARCHAR and the default null unless said'
const TABLE =
  'the body that creates a table > needs a name of 1 to 200 characters and 1 to 200 columns, of type VARCHAR when nothing is said'
const ANNOTATIONS =
  'the bodies that annotate > set and take away 1 to 500 at once, with an actor of at most 200 characters'
const WORKSPACE =
  'the body that configures a workspace > takes a name of 1 to 120 characters, rules of at most 2000, a residency and a provider, or null'
const KEY =
  'the body that creates a key > needs at least one scope; names at most 120 characters; allows 1 to 10000 requests a minute'

export const LIMIT_SENTENCES = [
  say('a range has 2 to 30 characters', tableBodies(RANGE)),
  say(
    'a write of a range has 1 to 1000 rows of at most 1000 values',
    tableBodies(RANGE),
    tableBodies(
      'the body that writes a range > takes a row of 1000 values, and refuses it only where the table has fewer columns',
    ),
  ),
  say('an actor has at most 200 characters', tableBodies(COLUMN), tableBodies(ANNOTATIONS)),
  say('a column name has 1 to 200 characters', tableBodies(COLUMN), tableBodies(TABLE)),
  say(
    'the type of a changed column has at most 50 characters',
    tableBodies(
      'the body that changes a column > needs a version, and a name of at most 200 characters or a type of at most 50',
    ),
  ),
  say('a new table has 1 to 200 columns', tableBodies(TABLE)),
  say('a table name has 1 to 200 characters', tableBodies(TABLE)),
  say('1 to 500 annotations or targets at once', tableBodies(ANNOTATIONS)),
  say(
    'names of accounts and workspaces have 1 to 120 characters',
    accountBodies('the body that creates an account > needs a name of 1 to 120 characters'),
    accountBodies(WORKSPACE),
  ),
  say('preprocess_rules has at most 2000 characters', accountBodies(WORKSPACE)),
  say('a key name has at most 120 characters', accountBodies(KEY)),
  say(
    'a key allows 1 to 10000 requests a minute, 600 unless said',
    accountBodies(KEY),
    serverTests('people/credentials/keys')(
      'minting keys > each key carries a rate limit: 600 when nothing is said, 1 to 10000 otherwise',
    ),
  ),
  say('a token lives 1 to 365 days', accountBodies('the body that creates a token > has a life of 1 to 365 days')),
  say(
    'a label has 1 to 120 characters, its summary at most 500',
    tableBodies(
      'the body that commits a version > needs a label of 1 to 120 characters, and takes a summary of at most 500',
    ),
  ),
  say(
    'external_ref has 1 to 1000 characters',
    serverTests('core/tables/sync-bindings/sync-bindings')('a table is bound to a sheet, and nothing is synchronised'),
    serverTests('core/tables/sync-bindings/sync-bindings')('what is not of the form is refused'),
  ),
  say(
    'a merge takes at most 100,000 rows',
    interfaceTests('tables')('a table of more than 100,000 rows is not branched, and none larger is merged'),
  ),
  say(
    'an answer under an Idempotency-Key is kept for 24 hours',
    upkeep('an answer under an Idempotency-Key is kept for a day'),
    testsIn('server/src/platform/http/idempotency/idempotency.test.ts')(
      'a request repeated with its Idempotency-Key > after 24 hours is a new request',
    ),
  ),
  say(
    'a finished job can be read for an hour at least',
    upkeep('a finished job is kept for seven days, one that has not finished for as long as it takes'),
  ),
  say(
    'a review that lints answers within 45 seconds, or 202',
    interfaceTests('tables')(
      'a review that lints answers at once; one that 45 seconds are not enough for goes on as a job with 202',
    ),
  ),
  say('a page holds 50 workbooks', pages('without a limit a page holds > 50 of my workbooks')),
  say(
    'a page holds 50 artifacts of me/data, and 20 of a search',
    pages('without a limit a page holds > 50 artifacts of my data, and 20 that a search finds'),
  ),
  say(
    'a page holds 1000 rows of a result',
    serverTests('core/queries/results')(
      'a result is read in pages of 1000 rows, or as many as are asked for, in the shape of the query or another',
    ),
  ),
  say(
    'a page holds 200 entries of the audit log and 50 ops',
    pages('without a limit a page holds > 200 entries of the audit log, and 50 ops'),
  ),
  say(
    'a page holds 200 branches',
    pages('without a limit a page holds > 200 branches, one for each table that went out'),
  ),
  say('a page holds 200 conflicts', pages('without a limit a page holds > 200 conflicts')),
  say(
    'a page holds 500 classifications and 500 policies',
    pages('without a limit a page holds > 500 classifications and 500 policies'),
  ),
  say('usage is of 30 days unless said', interfaceTests('answers')('usage covers 30 days by default, on both planes')),
]

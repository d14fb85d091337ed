import { interfaceTests, sayIn, serverTests } from '../sentences/sentence.ts'

/** Events: who receives them, what they report, and how they are signed. */
const say = sayIn('Events')

const toldKinds = serverTests('core/events/event-kinds')
const deliveries = serverTests('core/events/webhooks/deliveries/deliveries')
const webhooks = serverTests('core/events/webhooks/webhooks')
const materialize = serverTests('work/sources/materialize/materialize')
const structuring = serverTests('work/sources/ingest/structuring/structuring')
const ingestJobs = serverTests('work/sources/ingest/ingest-jobs')

const MATERIALIZED =
  'materializing makes one table of each region of kind data, or of those that are selected, and emits an event for each'

const ASYNC = 'an upload that does not wait goes on as a job, whose result is what waiting would have answered'

export const EVENT_SENTENCES = [
  say(
    'events reach the addresses that subscribed',
    deliveries('an event reaches the receiver as it was emitted, with its kind, its delivery and both signatures'),
  ),
  say(
    'a subscription belongs to a user and names kinds of event',
    webhooks('a webhook gets the kinds it asked for'),
    webhooks('webhooks of others do not exist'),
  ),
  say('source.analyzed: analyze', toldKinds('source.analyzed: a source whose reading was proposed')),
  say('source.materialized: materialize', toldKinds('source.materialized: a source that became tables')),
  say('source.materialized: async ingest', ingestJobs(ASYNC)),
  say(
    'artifact.updated: materialize, once for each table',
    interfaceTests('sources')(MATERIALIZED),
    materialize('materializing makes a typed table per region, and emits its event'),
  ),
  say(
    'artifact.updated: the swap after defer',
    structuring(
      'structuring=defer lands the raw tables first and swaps them when structuring is done, which events tell',
    ),
  ),
  say('artifact.updated: async ingest', ingestJobs(ASYNC)),
  say('job.completed: the end of a job', toldKinds('job.completed: a job that has ended, and how')),
  say(
    'artifact.deleted, artifact.stale, snapshot.committed, conflict.created, version.branched, version.merged',
    toldKinds('every kind there is was emitted'),
    toldKinds('artifact.deleted: a table that was deleted'),
    toldKinds('artifact.stale: once, when a table no longer reflects what it was made from'),
    toldKinds('snapshot.committed: a snapshot, and a version of the same state'),
    toldKinds('conflict.created: cells that two sides have changed, by their conflicts'),
    toldKinds('version.branched and version.merged: a file that went out, and came back'),
  ),
  say(
    'X-SVC-Signature is the HMAC-SHA256 of the body under the secret',
    serverTests('core/events/webhooks/deliveries/signature')(
      'X-SVC-Signature is the HMAC of the body under the whole secret as it was returned',
    ),
    deliveries('an event reaches the receiver as it was emitted, with its kind, its delivery and both signatures'),
  ),
  say(
    'the secret is returned once',
    webhooks('a webhook is made, listed, changed and removed; its secret is shown once'),
  ),
  say(
    'deliveries are listed with attempts, last status and last error',
    deliveries('a receiver that fails is tried ten times and then given up; what it answered is kept nowhere'),
  ),
]

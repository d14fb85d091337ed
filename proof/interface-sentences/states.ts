import { interfaceTests, sayIn, serverTests } from '../sentences/sentence.ts'

/** States and transitions: what moves something on, and what holds then. */
const say = sayIn('States')

const structuring = serverTests('work/sources/ingest/structuring/structuring')
const sources = serverTests('work/sources/sources')
const parseSpec = serverTests('work/sources/parse-spec/parse-spec')
const materialize = serverTests('work/sources/materialize/materialize')
const toldKinds = serverTests('core/events/event-kinds')
const links = serverTests('work/file-links/file-links')
const cloudLinks = serverTests('work/file-links/cloud-links')
const conflicts = serverTests('work/branches/resolve-conflict')
const recompute = serverTests('work/transforms/recompute/recompute')
const transforms = serverTests('work/transforms/transforms')
const overrides = serverTests('work/transforms/overrides/overrides')
const snapshots = serverTests('work/snapshots/snapshots')
const undo = serverTests('core/tables/history/undo')

const MATERIALIZED =
  'materializing makes one table of each region of kind data, or of those that are selected, and emits an event for each'

const DEFERRED =
  'structuring=defer lands the raw tables first and swaps them when structuring is done, which events tell'

export const STATE_SENTENCES = [
  say(
    'artifact: promotion archives raw tables and keeps their lineage',
    structuring(
      'structured tables take over the name of their file; the raw ones are archived, and lineage leads back to them',
    ),
  ),
  say('artifact: after defer, the swap archives the raw table and emits artifact.updated', structuring(DEFERRED)),
  say(
    'artifact: after defer, a raw table that something was derived from stays active',
    structuring('a raw table in use keeps its name: what was deferred is not promoted'),
  ),
  say(
    'source: a staged upload is registered and not interpreted',
    sources('a staged upload keeps the bytes and interprets nothing'),
  ),
  say(
    'source: analyze proposes a parse spec and emits source.analyzed',
    parseSpec('analysis proposes how a source is read, and makes no tables'),
    toldKinds('source.analyzed: a source whose reading was proposed'),
  ),
  say(
    'source: analyzing again raises the spec version and discards edits',
    parseSpec('what was corrected outlives a new analysis where that is wanted, and is discarded otherwise'),
  ),
  say(
    'source: materialize makes tables of every data region unless regions are selected',
    interfaceTests('sources')(MATERIALIZED),
    materialize('materializing makes a typed table per region, and emits its event'),
  ),
  say(
    'source: materialize emits source.materialized and artifact.updated for each table',
    interfaceTests('sources')(MATERIALIZED),
    materialize('materializing makes a typed table per region, and emits its event'),
    toldKinds('source.materialized: a source that became tables'),
  ),
  say(
    'derived table: a write upstream makes it stale',
    transforms('an interactive write upstream marks all that is derived from it stale, and recomputes nothing'),
  ),
  say(
    'derived table: recompute makes it fresh',
    recompute('recompute runs what is stale in the order of dependencies, and nothing else'),
  ),
  say(
    'derived table: one whose transform fails stays stale and is listed in failed',
    recompute('what fails stays stale with what it held, and blocks only what is made from it'),
  ),
  say(
    'derived table: a run makes it fresh, and what is below too',
    transforms('running a transform propagates: its output and every table below are fresh when the call returns'),
  ),
  say(
    'snapshot: committed, it no longer changes and can be restored',
    serverTests('work/snapshots/restore')(
      'a snapshot is restored > with names, columns, rows and row ids, in one commit that history shows',
    ),
  ),
  say(
    'snapshot: edits after a commit are in a new editing snapshot',
    snapshots('a snapshot > that is still being edited comes first, and keeps its id when it is committed'),
  ),
  say(
    'snapshot: a commit emits snapshot.committed',
    toldKinds('snapshot.committed: a snapshot, and a version of the same state'),
  ),
  say(
    'file link: tracking cuts version 1 and feeds a source of the same name',
    links('the bytes of a local file become version 1 and feed a source of the same name'),
    cloudLinks("a drive's file is tracked: its current bytes become version 1 and feed a source of the same name"),
  ),
  say(
    'file link: changed bytes cut the next version',
    links('a pushed edition becomes the next version, newest last, and its rows take the place of those before'),
    cloudLinks('a sync pulls the drive copy: a changed file becomes a new version and re-ingests the source'),
  ),
  say(
    'file link: identical bytes cut no version',
    links('identical bytes cut no version'),
    cloudLinks('a sync of a file that did not change, or was saved with the same bytes, cuts no version'),
  ),
  say(
    'file link: a revert is a new version and leaves the file of the drive',
    cloudLinks('a revert leaves the drive file untouched, and the next sync looks at it again'),
  ),
  say(
    'op: undo applies the inverse of row edits and of deletions',
    undo('undo > brings updated cells back, and is an op of its own'),
    undo('undo > brings deleted rows back under their own ids'),
  ),
  say('op: undo is for row edits alone', undo('undo > is for edits of rows only')),
  say('op: an op is undone once', undo('undo > happens once')),
  say(
    'op: undo records rows.undo, raises the version and marks what is below stale',
    undo('undo > brings updated cells back, and is an op of its own'),
    interfaceTests('writes')(
      'an edit, a deletion and its undo mark derived tables stale and leave their rows as they were',
    ),
  ),
  say('conflict: acknowledge closes it', conflicts('a conflict is resolved > by acknowledging what was written')),
  say(
    'conflict: revert writes the prior value back as an edit with an actor',
    conflicts('a conflict is resolved > by writing the prior value back as an edit of its own'),
  ),
  say(
    'conflict: drop_override is for stale overrides, revert for overwritten cells',
    conflicts('a conflict is resolved > by writing the prior value back as an edit of its own'),
    overrides(
      'resolving a stale_override conflict drops the override, or keeps it until the transform makes something else again',
    ),
  ),
  say(
    'branch: an export with record_branch opens one whose rows are the base of the merge',
    serverTests('work/branches/merge')(
      'a branch > is listed while it is open, and emits an event when it is made and merged',
    ),
    serverTests('work/branches/merge')(
      'a file that comes back > keeps what only the service changed, and tells where both did',
    ),
  ),
  say(
    'a job is pending, running, succeeded or failed',
    serverTests('core/jobs/jobs')(
      'a job is accepted at once, runs, and keeps its result; its event is emitted with it',
    ),
    serverTests('core/jobs/jobs')('a job that is refused fails at once, with the words of the refusal'),
  ),
  say(
    'an upload slot is pending, uploaded or ingested',
    serverTests('work/sources/upload/uploads')(
      'a slot takes the bytes of a large file at its signed address, and a source is made of them',
    ),
  ),
]

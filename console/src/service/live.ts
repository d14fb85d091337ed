import type { PresentUser, Wire } from '@bindery-data/sdk'
import { useEffect } from 'react'
import { keep } from '../app/kept.ts'
import { client } from './client.ts'
import { type Following, followEvents } from './follow-events.ts'
import { renewNotifications } from './notifications.ts'
import { keys, type Noun, queries } from './queries.ts'
import { noteTableVersion } from './table-versions.ts'

/** Saved views, questions, dashboards and links are announced as artifacts; and an answer is old when a table has changed. */
const KEPT: readonly Noun[] = ['views', 'questions', 'dashboards', 'links']

/** What is old after an event; the workbook itself, with its counts, always is. */
const OUTDATED_BY: Record<Wire.BinderyEvent['type'], readonly Noun[]> = {
  'artifact.updated': [
    'tables',
    'rows',
    'artifacts',
    'ops',
    'lineage',
    'charts',
    'sheets',
    'transforms',
    'review',
    'proposal',
    ...KEPT,
  ],
  'artifact.deleted': ['tables', 'rows', 'artifacts', 'ops', 'lineage', 'charts', 'sheets', 'transforms', ...KEPT],
  'artifact.stale': ['questions', 'tables', 'artifacts', 'lineage', 'transforms'],
  'snapshot.committed': ['snapshots', 'versions', 'ops'],
  'source.analyzed': ['sources', 'spec'],
  'source.materialized': ['sources', 'spec', 'tables', 'artifacts', 'lineage'],
  'conflict.created': ['conflicts'],
  'version.branched': ['branches', 'files'],
  'version.merged': ['branches', 'files', 'tables', 'rows', 'ops'],
  'job.completed': ['jobs'],
  'comment.changed': ['comments'],
  'proposal.opened': ['proposals', 'proposal'],
  'proposal.reviewed': ['proposals', 'proposal'],
  'proposal.applied': ['proposals', 'proposal'],
  'proposal.closed': ['proposals', 'proposal'],
}

/** What users are notified of. */
const MAY_NOTIFY: ReadonlySet<Wire.BinderyEvent['type']> = new Set([
  'comment.changed',
  'conflict.created',
  'job.completed',
  'proposal.opened',
  'proposal.closed',
  'proposal.applied',
])

/** Who looks at the open workbook now, oneself among them. */
export const present = keep<readonly PresentUser[]>([])

/** Keeps what a page shows of a workbook as the service has it. */
export function useLiveWorkbook(workbookId: string) {
  useEffect(() => {
    const leaving = new AbortController()
    void follow(workbookId, leaving.signal)
    return () => {
      leaving.abort()
      present.set([])
      following.set({ state: 'live' })
    }
  }, [workbookId])
}

/** Whether the open workbook is followed. */
export const following = keep<Following>({ state: 'live' })

const follow = (workbookId: string, signal: AbortSignal) =>
  followEvents<Wire.BinderyEvent>({
    events: () =>
      client.workbook(workbookId).events({
        signal,
        // The first thing that is said to a listener.
        onPresence: (people) => {
          following.set({ state: 'live' })
          present.set(people)
        },
      }),
    onEvent: (event) => outdate(workbookId, event),
    onMissed: () => void queries.invalidateQueries({ queryKey: keys.workbook(workbookId) }),
    onState: (state) => following.set(state),
    signal,
  })

/** A newer service may report a kind that this page does not know: its own screens show nothing of it. */
const outdatedBy = (kind: string): readonly Noun[] =>
  Object.entries(OUTDATED_BY).find(([known]) => known === kind)?.[1] ?? []

function outdate(workbookId: string, event: Wire.BinderyEvent) {
  noteTableVersion(event)
  if (MAY_NOTIFY.has(event.type)) void renewNotifications()
  void queries.invalidateQueries({ queryKey: keys.workbook(workbookId), exact: true })
  for (const noun of outdatedBy(event.type)) void queries.invalidateQueries({ queryKey: keys.of(workbookId, noun) })
}

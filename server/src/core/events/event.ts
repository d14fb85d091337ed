import { actorOf, type Who } from '../audit/actor.ts'

/** The kinds of event that can be sent. */
export const EVENT_KINDS = [
  'artifact.updated',
  'artifact.deleted',
  'artifact.stale',
  'snapshot.committed',
  'source.analyzed',
  'source.materialized',
  'conflict.created',
  'version.branched',
  'version.merged',
  'job.completed',
  'comment.changed',
  'proposal.opened',
  'proposal.reviewed',
  'proposal.applied',
  'proposal.closed',
] as const

export type EventKind = (typeof EVENT_KINDS)[number]

export type NewEvent = {
  workbookId: string
  kind: EventKind
  /** Ids, names and versions in wire form; never a cell's value, so that no policy can be broken. */
  data: Readonly<Record<string, unknown>>
  /** What the caller calls himself. */
  actor?: string | null
}

/** Of the actor in history, the part that leaves the service. */
export function eventActor(who: Who, name: string | null = null) {
  const { user_id } = actorOf(who, name)
  return { name, user_id }
}

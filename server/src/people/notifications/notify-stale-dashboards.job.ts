import { inTransaction } from '../../platform/postgres.ts'
import type { TaskHandler } from '../../platform/queue/task.ts'
import { listStaleDashboards } from './notifications.store.ts'
import { notify } from './notify.ts'

/** Notifies the owners of dashboards that show stale tables. A second run finds the first one's notification and replaces it. */
export const notifyStaleDashboards: TaskHandler = async ({ db }, payload) => {
  const workbookId = String(payload.workbookId)
  const stale = await listStaleDashboards(db, workbookId)
  await inTransaction(db, async (tx) => {
    for (const { dashboardId, ownerId } of stale) {
      const news = { place: { workbookId }, subjectId: dashboardId, actorId: null, count: 1 }
      await notify(tx, [ownerId], { kind: 'dashboard_stale', ...news })
    }
  })
}

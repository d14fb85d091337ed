import { OWNER } from '../stage.ts'
import type { World } from '../world.ts'
import { fresh, type GoodRequest } from './good-request.ts'

export const WORKBOOK_REQUESTS: Record<string, GoodRequest> = {
  readWorkbook: () => ({}),
  createWorkbook: ({ world, caller }) => ({
    by: caller('editor session'),
    json: { title: 'Another', workspace_id: world.workspace },
  }),
  changeWorkbook: () => ({ json: { description: 'changed' } }),
  deleteWorkbook: async ({ world }) => ({ by: OWNER, names: { workbook_id: await newBook(world) } }),
  listMyWorkbooks: () => ({}),
  listWorkspaceWorkbooks: ({ caller }) => ({ by: caller('editor session') }),
  listWorkbookMembers: () => ({ by: OWNER }),
  shareWorkbook: ({ world }) => ({
    by: OWNER,
    names: { user_id: world.people.custom.userId },
    json: { role: 'viewer' },
  }),
  unshareWorkbook: async ({ world }) => {
    const user = world.people.custom.userId
    await world.owner.call('PUT', `${world.at}/members/${user}`, { role: 'viewer' })
    return { by: OWNER, names: { user_id: user } }
  },
  readAuditLog: () => ({}),
  listOps: () => ({}),
  listTrash: () => ({}),
  restoreFromTrash: async ({ world }) => {
    const workbookId = await newBook(world)
    await world.owner.call('DELETE', `/api/v1/workbooks/${workbookId}`)
    return { by: OWNER, names: { id: workbookId } }
  },
  purgeFromTrash: async ({ world }) => {
    const workbookId = await newBook(world)
    await world.owner.call('DELETE', `/api/v1/workbooks/${workbookId}`)
    return { by: OWNER, names: { id: workbookId } }
  },
  emptyTrash: ({ caller }) => ({ by: caller('stranger session') }),
  listHeldContent: ({ caller }) => ({ by: caller('editor session') }),
  commitSnapshot: () => ({ json: { summary: 'again' } }),
  listSnapshots: () => ({}),
  readSnapshot: () => ({}),
  commitVersion: () => ({ json: { label: fresh('label') } }),
  listVersions: () => ({}),
  readVersion: () => ({}),
  restoreSnapshot: () => ({ json: { tables: ['plain'] } }),
  revertVersion: () => ({ json: { tables: ['plain'] } }),
  diffSnapshots: () => ({}),
  listMyEvents: () => ({}),
  listMyNotifications: () => ({}),
  markNotificationsRead: () => ({ json: {} }),
  getNotificationSettings: () => ({}),
  changeNotificationSettings: () => ({ json: { settings: [{ kind: 'mention', by_mail: true }] } }),
  streamWorkbookEvents: () => ({ query: 'after=0', timeoutMs: 700 }),
  listJobs: ({ caller }) => ({ by: caller('editor session') }),
  readJob: ({ caller }) => ({ by: caller('owner session') }),
  cancelJob: ({ caller }) => ({ by: caller('owner session') }),
  listMyData: () => ({}),
  searchData: () => ({ query: 'q=staff' }),
  getMe: () => ({}),
  listMyWorkspaces: ({ caller }) => ({ by: caller('editor session') }),
}

/** A workbook of the same owner, to be taken away. */
export async function newBook({ owner, workspace }: Pick<World, 'owner' | 'workspace'>): Promise<string> {
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: fresh('Book'), workspace_id: workspace })
  return body.workbook_id
}

import { type Api, apiOf } from './api.ts'
import type { FileInput } from './file-input.ts'
import type { Operations } from './generated/types.ts'
import { cursorListing, listing } from './listing.ts'
import { type CallOptions, type Connection, type Input, type OperationName, request } from './send.ts'
import { type WaitOptions, waitForJob } from './wait-for-job.ts'
import { type Workbook, workbookOf } from './workbook.ts'

export type ClientOptions = { url: string } & Partial<Omit<Connection, 'url'>>

export type Client = ReturnType<typeof createClient>

const RETRIES = 3
/** The longest query takes two minutes. */
const TIMEOUT_MS = 150_000

/** A client of one service, with one credential. */
export function createClient(options: ClientOptions) {
  const connection: Connection = {
    token: null,
    // Browsers call it as a function of the window only.
    fetch: (input, init) => globalThis.fetch(input, init),
    retries: RETRIES,
    timeoutMs: TIMEOUT_MS,
    headers: {},
    onRetry: () => undefined,
    ...options,
    url: new URL(options.url).href.replace(/\/+$/, ''),
  }
  const api: Api = apiOf(connection)
  const workbook = (workbookId: string): Workbook => workbookOf(connection, api, workbookId)
  return {
    url: connection.url,
    /** Every operation of the API, under its own name. */
    api,
    /** The same, with the response as it came: for other formats than JSON. */
    request: <K extends OperationName>(operation: K, input: Input<K>) => request(connection, operation, input),
    me: (options: CallOptions = {}) => api.getMe(options),

    workbook,
    workbooks: (options: CallOptions & { workspace_id?: string | undefined } = {}) =>
      cursorListing(
        (cursor) => api.listMyWorkbooks({ ...options, ...cursor }),
        (page) => page.workbooks,
      ),
    createWorkbook: async (body: Operations['createWorkbook']['body'], options: CallOptions = {}) =>
      workbook((await api.createWorkbook({ body, ...options })).workbook_id),
    /** Brings a workbook back from a bundle, and waits until it stands. */
    bringBundle: async (
      file: FileInput,
      options: CallOptions & { title?: string | undefined; workspace_id?: string | undefined } = {},
    ) => {
      const { title, workspace_id, ...call } = options
      const { job_id } = await api.bringBundle({ body: { file, title, workspace_id }, ...call })
      return waitForJob(api, job_id, { signal: call.signal })
    },

    waitForJob: (jobId: string, options: WaitOptions = {}) => waitForJob(api, jobId, options),
    /** What happened in all workbooks of the last seven days, or since the event `after`. */
    events: (options: CallOptions & { after?: string | undefined } = {}) =>
      listing(
        (after: string | undefined) => api.listMyEvents({ ...options, ...(after === undefined ? {} : { after }) }),
        (page) => page.events,
        (page) => page.next_cursor,
      ),
    /** What the user should look at, the newest first. */
    notifications: (options: CallOptions & { state?: 'unread' | 'all' | undefined } = {}) =>
      cursorListing(
        (cursor) => api.listMyNotifications({ ...options, ...cursor }),
        (page) => page.notifications,
      ),
    /** Marks notifications as read: those that are named, or all. Returns how many are unread then. */
    markNotificationsRead: async (notificationIds: readonly string[] | null = null, options: CallOptions = {}) => {
      const body = { notification_ids: notificationIds && [...notificationIds] }
      return (await api.markNotificationsRead({ body, ...options })).unread_count
    },
  }
}

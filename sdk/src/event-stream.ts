import type { BinderyEvent } from './generated/types.ts'
import { BinderyProblem, BinderyUnreachable } from './problem.ts'
import { pause } from './repeat.ts'
import { type CallOptions, type Connection, request } from './send.ts'

/** As long as the service asks its listeners to wait. */
const RETURN_MS = 2_000

/** Someone who looks at the workbook now. */
export type PresentUser = { user_id: string; name: string }

export type EventStreamOptions = CallOptions & {
  after?: string | undefined
  /** Be seen by others who are here, and hear who they are whenever that changes. Takes a session. */
  onPresence?: ((people: readonly PresentUser[]) => void) | undefined
}

/** The events of a workbook as they happen; comes back where it was whenever the connection ends. */
export async function* eventStream(
  connection: Connection,
  workbookId: string,
  { after, onPresence, ...options }: EventStreamOptions = {},
): AsyncGenerator<BinderyEvent> {
  let last = after
  while (!options.signal?.aborted) {
    try {
      const response = await request(connection, 'streamWorkbookEvents', {
        workbook_id: workbookId,
        after: last,
        ...(onPresence ? { presence: true } : {}),
        ...options,
      })
      for await (const data of dataIn(response, options.signal)) {
        // Safe: this is what the service tells.
        const event = JSON.parse(data) as BinderyEvent | { type: 'presence'; people: readonly PresentUser[] }
        if (event.type === 'presence') {
          onPresence?.(event.people)
          continue
        }
        last = event.id
        yield event
      }
    } catch (error) {
      if (options.signal?.aborted) return
      if (error instanceof BinderyProblem || !(error instanceof TypeError || error instanceof BinderyUnreachable))
        throw error
    }
    await pause(RETURN_MS, options.signal).catch(() => undefined)
  }
}

/** The data of each message of a stream of Server-Sent Events, until the caller leaves: what came in the same piece is not for them then. */
async function* dataIn(response: Response, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = (response.body ?? new Blob([]).stream()).getReader()
  let text = ''
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const messages = text.split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) {
        const data = message.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
        if (signal?.aborted) return
        if (data.length > 0) yield data.join('\n')
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

import type { Socket } from 'node:net'
import { encodeFrame, FrameReader } from './frames.ts'
import type { EncodedRow, EngineAnswer, EngineCommand, EngineFailure, EngineResult } from './protocol.ts'

export type Answered = EngineResult & { rows: EncodedRow[] }

/** The process ended before it answered. */
export class EngineDied extends Error {
  /** It was ended because an answer took too long. */
  readonly isLate: boolean

  constructor(reason: string, isLate: boolean) {
    super(`an engine process ended: ${reason}`)
    this.isLate = isLate
  }
}

/** The process lives and says that it could not. */
export class EngineFailed extends Error {
  readonly failure: EngineFailure

  constructor(failure: EngineFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

type Waiting = {
  rows: EncodedRow[]
  resolve: (answer: Answered) => void
  reject: (error: Error) => void
  deadline: NodeJS.Timeout
}

const START_MS = 30_000

/** Questions and answers over one socket; any number may be under way. A question past its deadline ends the process. */
export class EngineConversation {
  /** Resolves when the process has said that it is there. */
  readonly ready: Promise<unknown>
  readonly #socket: Socket
  readonly #kill: () => void
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0
  #end: string | undefined
  #isLate = false

  constructor(socket: Socket, kill: () => void) {
    this.#socket = socket
    this.#kill = kill
    this.ready = this.#wait(0, START_MS)
    const frames = new FrameReader()
    socket.on('data', (piece: Buffer) => {
      try {
        for (const { header } of frames.read(piece)) this.#receive(header)
      } catch {
        // Whoever sends what cannot be read is not what we started any more.
        kill()
      }
    })
  }

  ask(command: EngineCommand, deadlineMs: number): Promise<Answered> {
    this.#asked += 1
    const answer = this.#wait(this.#asked, deadlineMs)
    if (this.#end === undefined) this.#socket.write(encodeFrame({ ...command, id: this.#asked }))
    return answer
  }

  /** The process is gone: nobody will answer any more. */
  end(reason: string) {
    this.#end = reason
    for (const id of [...this.#waiting.keys()]) this.#settle(id, ({ reject }) => reject(this.#died()))
  }

  #died() {
    return new EngineDied(this.#end ?? 'unknown', this.#isLate)
  }

  #wait(id: number, deadlineMs: number): Promise<Answered> {
    if (this.#end !== undefined) return Promise.reject(this.#died())
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        this.#isLate = true
        this.#kill()
      }, deadlineMs)
      this.#waiting.set(id, { rows: [], resolve, reject, deadline })
    })
  }

  #settle(id: number, how: (waiting: Waiting) => void) {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    clearTimeout(waiting.deadline)
    this.#waiting.delete(id)
    how(waiting)
  }

  #receive(header: unknown) {
    // Safe enough: it is our own program; a hostile one could only spoil answers about its own data.
    const answer = header as EngineAnswer
    if ('rows' in answer) this.#waiting.get(answer.id)?.rows.push(...answer.rows)
    else if ('again' in answer) this.#waiting.get(answer.id)?.rows.splice(0)
    else if ('done' in answer) this.#settle(answer.id, ({ resolve, rows }) => resolve({ ...answer.done, rows }))
    else this.#settle(answer.id, ({ reject }) => reject(new EngineFailed(answer.failed, answer.message)))
  }
}

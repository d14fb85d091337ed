import type { Socket } from 'node:net'
import { AnswerStream } from './answer-stream.ts'
import { EngineDied, EngineFailed } from './engine.errors.ts'
import { type Frame, FrameReader, writeFrame } from './protocol/frames.ts'
import type {
  EncodedRow,
  EngineAnswer,
  EngineCommand,
  EngineResult,
  FlowCommand,
  StreamCommand,
} from './protocol/protocol.ts'

/** `bytes`: rows that came encoded. */
export type Answered = EngineResult & { rows: EncodedRow[]; bytes: Buffer[] }

type Waiting = {
  rows: EncodedRow[]
  bytes: Buffer[]
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
  readonly #streams = new Map<number, AnswerStream>()
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
        for (const frame of frames.read(piece)) this.#receive(frame)
      } catch {
        // A process that sends what cannot be read is no longer the program we started.
        kill()
      }
    })
  }

  ask(command: EngineCommand, deadlineMs: number): Promise<Answered> {
    this.#asked += 1
    const answer = this.#wait(this.#asked, deadlineMs)
    this.#send({ ...command, id: this.#asked })
    return answer
  }

  /** Past its deadline it is asked to stop; the process ends only if it does not. */
  stream(command: StreamCommand, deadlineMs: number, payload?: Buffer): AnswerStream {
    this.#asked += 1
    const id = this.#asked
    const stream = new AnswerStream(deadlineMs, {
      more: () => this.#send({ do: 'more', of: id }),
      cancel: () => this.#send({ do: 'cancel', of: id }),
      kill: this.#kill,
    })
    this.#streams.set(id, stream)
    if (this.#end === undefined) this.#send({ ...command, id }, payload)
    else this.#endStream(id, (ended) => ended.fail(this.#died()))
    return stream
  }

  /** The process is gone: it will not answer any more. */
  end(reason: string) {
    this.#end = reason
    for (const id of [...this.#waiting.keys()]) this.#settle(id, ({ reject }) => reject(this.#died()))
    for (const id of [...this.#streams.keys()]) this.#endStream(id, (stream) => stream.fail(this.#died()))
  }

  #send(message: (EngineCommand & { id: number }) | FlowCommand, payload?: Buffer) {
    if (this.#end === undefined) writeFrame(this.#socket, message, payload)
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
      this.#waiting.set(id, { rows: [], bytes: [], resolve, reject, deadline })
    })
  }

  #settle(id: number, how: (waiting: Waiting) => void) {
    const waiting = this.#waiting.get(id)
    if (!waiting) return
    clearTimeout(waiting.deadline)
    this.#waiting.delete(id)
    how(waiting)
  }

  #endStream(id: number, how: (stream: AnswerStream) => void) {
    const stream = this.#streams.get(id)
    this.#streams.delete(id)
    if (stream) how(stream)
  }

  #take(id: number, kind: 'page' | 'kept', pieces: readonly Buffer[]) {
    this.#waiting.get(id)?.bytes.push(...pieces)
    this.#streams.get(id)?.add(kind, pieces)
  }

  /** What came so far does not count. */
  #forget(id: number) {
    this.#waiting.get(id)?.rows.splice(0)
    this.#waiting.get(id)?.bytes.splice(0)
  }

  #receive({ header, payload }: Frame) {
    // Safe enough: it is our own program; a hostile one could only spoil answers about its own data.
    const answer = header as EngineAnswer
    const { id } = answer
    if ('rows' in answer) this.#waiting.get(id)?.rows.push(...answer.rows)
    else if ('again' in answer) this.#forget(id)
    else if ('head' in answer) this.#streams.get(id)?.begin(answer.head)
    else if ('bytes' in answer) this.#take(id, answer.bytes, payload.map(released))
    else if ('done' in answer) {
      this.#settle(id, ({ resolve, rows, bytes }) => resolve({ ...answer.done, rows, bytes }))
      this.#endStream(id, (stream) => stream.finish(answer.done))
    } else {
      const failed = new EngineFailed(answer.failed, answer.message, answer.problem)
      this.#settle(id, ({ reject }) => reject(failed))
      this.#endStream(id, (stream) => stream.fail(failed))
    }
  }
}

/** A copy of what is the smaller part of a piece: the whole of it would be held as long as this. */
const released = (bytes: Buffer): Buffer => (bytes.length * 2 < bytes.buffer.byteLength ? Buffer.from(bytes) : bytes)

import { EngineFailed } from './engine.errors.ts'
import type { EngineResult, ResultHead } from './protocol/protocol.ts'

/** How long a process may go on after it was asked to stop; then it is ended. */
const LAST_MS = 1_000

export type StreamEnd = EngineResult & { kept: Buffer | null }

type Steering = {
  /** A part was taken. */
  more: () => void
  /** The rest is not wanted. */
  cancel: () => void
  kill: () => void
}

/** An answer that comes in parts, taken one by one; a caller that stops taking them ends the question. */
export class AnswerStream implements AsyncIterable<Buffer> {
  /** `needed`: tables are missing, and there is no result. */
  readonly head: Promise<ResultHead | { needed: readonly string[] }>
  readonly end: Promise<StreamEnd>
  readonly #head = Promise.withResolvers<ResultHead | { needed: readonly string[] }>()
  readonly #end = Promise.withResolvers<StreamEnd>()
  readonly #steering: Steering
  readonly #deadline: NodeJS.Timeout
  /** Each in the pieces in which it came. */
  #parts: (readonly Buffer[])[] = []
  #kept: Buffer | null = null
  #wake = Promise.withResolvers<void>()
  #isOver = false
  #error: Error | undefined
  #isLate = false
  #last: NodeJS.Timeout | undefined

  constructor(deadlineMs: number, steering: Steering) {
    this.head = this.#head.promise
    this.end = this.#end.promise
    // A caller that handles one of them need not handle the other.
    this.head.catch(() => {})
    this.end.catch(() => {})
    this.#steering = steering
    this.#deadline = setTimeout(() => this.#passDeadline(), deadlineMs)
  }

  begin(head: ResultHead) {
    this.#head.resolve(head)
  }

  add(kind: 'page' | 'kept', pieces: readonly Buffer[]) {
    if (kind === 'kept') this.#kept = Buffer.concat(pieces)
    else this.#parts.push(pieces)
    this.#ring()
  }

  finish(result: EngineResult) {
    this.#settle()
    if (result.needed) this.#head.resolve({ needed: result.needed })
    this.#end.resolve({ ...result, kept: this.#kept })
  }

  fail(error: Error) {
    this.#settle()
    this.#error = this.#isLate ? new EngineFailed('late', error.message) : error
    this.#head.reject(this.#error)
    this.#end.reject(this.#error)
    this.#ring()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const part = this.#parts.shift()
        if (part) {
          // A sender that has sent everything waits for no word.
          if (!this.#isOver) this.#steering.more()
          yield* part
        } else if (this.#error) throw this.#error
        else if (this.#isOver) return
        else await this.#wake.promise
      }
    } finally {
      this.cancel()
    }
  }

  cancel() {
    if (this.#isOver || this.#last) return
    this.#steering.cancel()
    this.#last = setTimeout(() => this.#steering.kill(), LAST_MS)
  }

  #passDeadline() {
    // Parts that wait to be taken are no fault of the engine's.
    if (this.#parts.length > 0) {
      this.#deadline.refresh()
      return
    }
    this.#isLate = true
    this.cancel()
  }

  #settle() {
    this.#isOver = true
    clearTimeout(this.#deadline)
    clearTimeout(this.#last)
    this.#ring()
  }

  #ring() {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }
}

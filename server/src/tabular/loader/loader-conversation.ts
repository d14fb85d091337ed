import type { Socket } from 'node:net'
import type { LoadReply, LoadRequest } from './load-request.ts'
import type { Watch } from './loader.ts'

const LINE_FEED = 10
/** A preview of 100,000 cells is some megabytes; whoever sends more is not what we started any more. */
const LONGEST_LINE_BYTES = 256 * 1024 * 1024

type Waiting = { resolve: (reply: LoadReply) => void; reject: (error: Error) => void; watch: Watch | undefined }

/** The process ended before it answered. */
export class LoaderEnded extends Error {}

/** Lines to and from a loader, one question at a time. */
export class LoaderConversation {
  readonly #socket: Socket
  readonly #kill: () => void
  readonly #parts: Buffer[] = []
  #bytes = 0
  #waiting: Waiting | undefined
  #end: string | undefined

  constructor(socket: Socket, kill: () => void) {
    this.#socket = socket
    this.#kill = kill
    socket.on('data', (piece: Buffer) => this.#take(piece))
  }

  ask(request: LoadRequest, watch?: Watch): Promise<LoadReply> {
    const answer = this.next(watch)
    if (this.#end === undefined) this.#socket.write(`${JSON.stringify(request)}\n`)
    return answer
  }

  /** The next answer; what tells only how far it is goes to whoever watches. */
  next(watch?: Watch): Promise<LoadReply> {
    if (this.#end !== undefined) return Promise.reject(new LoaderEnded(this.#end))
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, watch }
    })
  }

  /** The process is gone: nobody will answer any more. */
  end(reason: string) {
    this.#end = reason
    this.#waiting?.reject(new LoaderEnded(reason))
  }

  #take(piece: Buffer) {
    let rest = piece
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
      this.#parts.push(rest.subarray(0, end))
      this.#bytes = 0
      this.#receive(Buffer.concat(this.#parts.splice(0)).toString())
      rest = rest.subarray(end + 1)
    }
    if (rest.length > 0) this.#parts.push(rest)
    this.#bytes += rest.length
    if (this.#bytes > LONGEST_LINE_BYTES) this.#kill()
  }

  #receive(line: string) {
    try {
      // Safe enough: it is our own program; a hostile one could only spoil answers about its own file.
      const reply = JSON.parse(line) as LoadReply
      if ('progress' in reply) this.#waiting?.watch?.(reply.progress)
      else this.#waiting?.resolve(reply)
    } catch {
      this.#kill()
    }
  }
}

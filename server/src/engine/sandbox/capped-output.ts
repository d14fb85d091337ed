import type { Readable } from 'node:stream'

/** The beginning of what a program writes. Past the cap the pipe is closed, so that a flood costs nothing. */
export class CappedOutput {
  readonly #chunks: Buffer[] = []
  #bytes = 0
  #isCut = false
  readonly #stream: Readable
  readonly #ended: Promise<void>

  constructor(stream: Readable, capBytes: number) {
    this.#stream = stream
    this.#ended = new Promise((resolve) => stream.once('close', resolve))
    stream.on('error', () => {})
    stream.on('data', (chunk: Buffer) => {
      const kept = chunk.subarray(0, capBytes - this.#bytes)
      this.#chunks.push(kept)
      this.#bytes += kept.length
      if (kept.length === chunk.length) return
      this.#isCut = true
      stream.destroy()
    })
  }

  get isCut(): boolean {
    return this.#isCut
  }

  /** Waits for the end of the output, but not for a process that keeps it open. */
  async finish(patienceMs: number) {
    // In the next turn: a service that was busy all the while reads first what has come.
    const timer = setTimeout(() => setImmediate(() => this.#stream.destroy()), patienceMs)
    await this.#ended
    clearTimeout(timer)
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString()
  }
}

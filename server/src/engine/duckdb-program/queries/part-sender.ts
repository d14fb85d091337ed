/** Parts that may be under way before the receiver has taken one. */
const UNTAKEN = 8
/** Less waits for more: a small answer leaves in one piece, and wakes its receiver once. */
const LEAST_BYTES = 64 * 1024

export class Cancelled extends Error {}

/** Sends an answer in parts, no faster than they are taken. */
export class PartSender {
  readonly #send: (kind: 'page' | 'kept', bytes: Buffer) => void
  #begin: (() => void) | null = null
  #held: Buffer[] = []
  #heldBytes = 0
  #untaken = 0
  #wake: (() => void) | null = null
  #stop: (() => void) | null = null
  #isCancelled = false

  constructor(send: (kind: 'page' | 'kept', bytes: Buffer) => void) {
    this.#send = send
  }

  /** What is sent before the first part, or where there is none, before the end. */
  beginWith(report: () => void) {
    this.#begin = report
  }

  async page(bytes: Buffer) {
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes >= LEAST_BYTES) await this.flush()
  }

  /** Sends what waits for more. */
  async flush() {
    this.#begin?.()
    this.#begin = null
    if (this.#heldBytes === 0) return
    const [first] = this.#held
    const part = first && this.#held.length === 1 ? first : Buffer.concat(this.#held)
    this.#held = []
    this.#heldBytes = 0
    this.#untaken += 1
    this.#send('page', part)
    while (this.#untaken >= UNTAKEN && !this.#isCancelled) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.refuseIfCancelled()
  }

  kept(bytes: Buffer) {
    this.#send('kept', bytes)
  }

  /** One part was taken. */
  taken() {
    this.#untaken -= 1
    this.#wake?.()
  }

  /** What to do when the caller no longer wants the answer. */
  onCancel(stop: () => void) {
    this.#stop = stop
  }

  cancel() {
    this.#isCancelled = true
    this.#stop?.()
    this.#wake?.()
  }

  refuseIfCancelled() {
    if (this.#isCancelled) throw new Cancelled('the caller no longer waits for the answer')
  }
}

/** Parts that may be under way before the receiver has taken one. */
const UNTAKEN = 8

export class Cancelled extends Error {}

/** Sends an answer in parts, no faster than they are taken. */
export class PartSender {
  readonly #send: (kind: 'page' | 'kept', bytes: Buffer) => void
  #untaken = 0
  #wake: (() => void) | null = null
  #stop: (() => void) | null = null
  #isCancelled = false

  constructor(send: (kind: 'page' | 'kept', bytes: Buffer) => void) {
    this.#send = send
  }

  async page(bytes: Buffer) {
    if (bytes.length === 0) return
    this.#untaken += 1
    this.#send('page', bytes)
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

  /** What to do when nobody wants the answer any more. */
  onCancel(stop: () => void) {
    this.#stop = stop
  }

  cancel() {
    this.#isCancelled = true
    this.#stop?.()
    this.#wake?.()
  }

  refuseIfCancelled() {
    if (this.#isCancelled) throw new Cancelled('nobody waits for the answer any more')
  }
}

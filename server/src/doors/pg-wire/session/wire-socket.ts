import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import type { HeldBytes } from '../../../platform/shares.ts'
import { type Message, MessageReader } from '../protocol/message-reader.ts'
import { protocolViolation, type WireError, wireError } from '../protocol/wire-error.ts'

/** A client that takes nothing for so long has gone, or holds what others wait for. */
const STALLED_MS = 60_000
/** So much may wait to be handled, or to be sent, before the other side is held back. */
const MOST_WAITING_BYTES = 256 * 1024
/** So much of a client that is not let in yet. */
const MOST_FIRST_WAITING_BYTES = 16 * 1024

/** Less waits for the end of the answer. */
const LEAST_BYTES = 16 * 1024

/** One socket: bytes in as messages, bytes out, plain or encrypted. */
export class WireSocket {
  readonly reader = new MessageReader()
  readonly #onClose: () => void
  /** What this connection has sent and is not handled yet, counted for its account. */
  readonly #held: HeldBytes
  #handlingBytes = 0
  #refused: WireError | undefined
  #socket: Socket
  #out: Buffer[] = []
  #outBytes = 0
  #isClosed = false
  #isEnding = false
  #wake = Promise.withResolvers<void>()

  constructor(socket: Socket, held: HeldBytes, onClose: () => void) {
    this.#socket = socket
    this.#held = held
    this.#onClose = onClose
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 60_000)
    this.#listen(socket)
  }

  get ip(): string {
    return this.#socket.remoteAddress ?? ''
  }

  get isSecure(): boolean {
    return this.#socket instanceof TLSSocket
  }

  /** The client is known: it may say more, and counts for its account. */
  letIn(accountId: string) {
    this.reader.isLetIn = true
    if (!this.#held.moveTo(accountId)) throw tooManyBytes()
  }

  /** Waits no longer for messages. */
  stopWaiting() {
    this.#isEnding = true
    this.#ring()
  }

  /** What is handled now is the last. */
  retire() {
    this.#isEnding = true
  }

  destroy() {
    this.#socket.destroy()
  }

  end() {
    this.#socket.end()
    setTimeout(() => this.#socket.destroy(), 1_000).unref()
  }

  #listen(socket: Socket) {
    socket.on('data', (piece: Buffer) => {
      if (this.#refused) return
      this.reader.add(piece)
      const most = this.reader.isLetIn ? MOST_WAITING_BYTES : MOST_FIRST_WAITING_BYTES
      if (this.reader.waitingBytes > most) socket.pause()
      if (!this.#count()) this.#refuse()
      this.#ring()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (socket !== this.#socket) return
      this.#isClosed = true
      this.reader.rest()
      this.#held.set(0)
      this.#onClose()
      this.#ring()
    })
    socket.on('end', () => {
      if (socket === this.#socket) socket.destroy()
    })
  }

  #count(): boolean {
    return this.#held.set(this.reader.waitingBytes + this.#handlingBytes)
  }

  /** Nothing more of this client is kept; it learns why when what it runs is done. */
  #refuse() {
    this.#refused = tooManyBytes()
    this.#socket.pause()
    this.reader.rest()
    this.#count()
  }

  #ring() {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }

  /** The next message; undefined when the client has gone. */
  async next(): Promise<Message | undefined> {
    this.#handlingBytes = 0
    for (;;) {
      if (this.#refused) throw this.#refused
      const message = this.reader.next()
      if (message) this.#handlingBytes = message.body.length
      this.#count()
      if (message) return message
      if (this.#isClosed) return undefined
      if (this.#isEnding)
        throw wireError('57P01', 'terminating connection due to administrator command', { isFatal: true })
      // Before anything is waited for: what comes meanwhile must not be overlooked.
      const woken = this.#wake.promise
      await this.flush()
      // A message that is not whole yet is larger than what usually waits.
      this.#socket.resume()
      await woken
    }
  }

  /** The first bytes of all; undefined when the client has gone before. They are to be given back to the reader. */
  async firstBytes(): Promise<Buffer | undefined> {
    while (this.reader.waitingBytes === 0 && !this.#isClosed && !this.#isEnding && !this.#refused)
      await this.#wake.promise
    return this.reader.waitingBytes > 0 ? this.reader.rest() : undefined
  }

  /** `waiting`: what was read already, and is part of the handshake. */
  async secure(secureContext: SecureContext, waiting: Buffer | null) {
    const plain = this.#socket
    plain.removeAllListeners('data')
    plain.pause()
    if (waiting) plain.unshift(waiting)
    const secured = new TLSSocket(plain, { isServer: true, secureContext, ALPNProtocols: ['postgresql'] })
    this.#socket = secured
    this.#listen(secured)
    await new Promise<void>((resolve, reject) => {
      secured.once('secure', () => resolve())
      secured.once('close', () => reject(protocolViolation('the TLS handshake failed')))
    })
  }

  /** At once, before everything else that is said. */
  write(text: string) {
    this.#socket.write(text)
  }

  send(bytes: Buffer) {
    this.#out.push(bytes)
    this.#outBytes += bytes.length
  }

  /** Hands over what was said when it is much; a small answer leaves in one piece with what ends it. */
  async flushIfMuch(): Promise<void> {
    if (this.#outBytes >= LEAST_BYTES) await this.flush()
  }

  /** Hands over all that was said, and waits while the client does not take it. */
  async flush(): Promise<void> {
    if (this.#outBytes === 0 || this.#isClosed) {
      this.#out = []
      this.#outBytes = 0
      return
    }
    const bytes = this.#out.length === 1 ? this.#out[0] : Buffer.concat(this.#out, this.#outBytes)
    this.#out = []
    this.#outBytes = 0
    if (bytes && !this.#socket.write(bytes)) await this.#drained()
  }

  async #drained() {
    const socket = this.#socket
    const { promise, resolve } = Promise.withResolvers<void>()
    const stalled = setTimeout(() => socket.destroy(), STALLED_MS)
    socket.once('drain', resolve).once('close', resolve)
    await promise
    clearTimeout(stalled)
    socket.off('drain', resolve).off('close', resolve)
  }
}

const tooManyBytes = () =>
  wireError('53200', 'too many messages of this account are under way on this node', {
    hint: 'Send shorter messages, or fewer at once.',
    isFatal: true,
  })

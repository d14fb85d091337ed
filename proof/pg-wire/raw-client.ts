import { connect, type Socket } from 'node:net'

/** What the server said: a letter and the body. */
export type Said = { letter: string; body: Buffer }

/** A client that says whatever bytes it is given, and keeps what it hears. */
export class RawClient {
  readonly socket: Socket
  #bytes: Buffer = Buffer.alloc(0)
  readonly heard: Said[] = []
  isClosed = false
  #wake = Promise.withResolvers<void>()

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1')
    this.socket.on('data', (piece: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, piece])
      this.#split()
      this.#ring()
    })
    this.socket.on('error', () => {})
    this.socket.on('close', () => {
      this.isClosed = true
      this.#ring()
    })
  }

  #ring() {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }

  #split() {
    while (this.#bytes.length >= 5) {
      const end = 1 + this.#bytes.readInt32BE(1)
      if (this.#bytes.length < end) return
      this.heard.push({ letter: this.#bytes.toString('latin1', 0, 1), body: this.#bytes.subarray(5, end) })
      this.#bytes = this.#bytes.subarray(end)
    }
  }

  say(...messages: Buffer[]) {
    if (!this.isClosed) this.socket.write(Buffer.concat(messages))
  }

  /** Resolves when the condition holds or the connection is closed. False: neither within the time. */
  async until(condition: () => boolean, mostMs = 20_000): Promise<boolean> {
    const deadline = performance.now() + mostMs
    while (!condition() && !this.isClosed) {
      const leftMs = deadline - performance.now()
      if (leftMs <= 0) return false
      const timer = setTimeout(() => this.#ring(), leftMs)
      await this.#wake.promise
      clearTimeout(timer)
    }
    return true
  }

  count(letter: string): number {
    return this.heard.filter((said) => said.letter === letter).length
  }

  async signIn(database: string, password: string) {
    const text = ['user', 'fuzz', 'database', database, ''].map((part) => `${part}\0`).join('')
    const body = Buffer.concat([int32(196_608), Buffer.from(text)])
    this.say(Buffer.concat([int32(body.length + 4), body]))
    await this.until(() => this.count('R') > 0)
    this.say(message('p', Buffer.from(`${password}\0`)))
    await this.until(() => this.count('Z') > 0)
    this.heard.length = 0
  }

  close() {
    this.socket.destroy()
  }
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

export function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

export const message = (letter: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(letter, 'latin1'), int32(body.length + 4), body])
}

import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import * as backend from '../protocol/backend.ts'
import { BodyReader, type Frontend, readFrontend } from '../protocol/frontend.ts'
import { type Message, MessageReader } from '../protocol/message-reader.ts'
import { MINOR, readOptions, readStartup, type Startup } from '../protocol/startup.ts'
import { protocolViolation, WireError, wireError } from '../protocol/wire-error.ts'
import { admitStatement, type Ground, tellRefused } from './admit-statement.ts'
import { openDatabase } from './open-database.ts'
import { Session } from './session.ts'
import { SessionSettings } from './session-settings.ts'
import type { SessionOptions } from './session-state.ts'
import { toWireError } from './to-wire-error.ts'

/** Until a client is let in. */
const STARTUP_MS = 30_000
/** A client that takes nothing for so long has gone, or holds what others wait for. */
const STALLED_MS = 60_000
/** So much may wait to be handled, or to be sent, before the other side is held back. */
const MOST_WAITING_BYTES = 256 * 1024
const TLS_HANDSHAKE = 0x16

export type ConnectionParts = {
  ground: Ground
  secure: SecureContext | null
  /** Ends what the connection of this number runs, if the secret is right. */
  cancel: (pid: number, secret: number) => void
  /** Registers a client that was let in; throws when there are too many. What to do when it leaves. */
  enter: (entering: { credentialId: string; session: Session; pid: number; secret: number }) => () => void
  newKey: () => { pid: number; secret: number }
  onStatement: SessionOptions['onStatement']
}

/** One socket: bytes in, bytes out, and the conversation between them. */
export class Connection {
  readonly #parts: ConnectionParts
  #socket: Socket
  readonly #reader = new MessageReader()
  #out: Buffer[] = []
  #outBytes = 0
  #isClosed = false
  #isEnding = false
  #session: Session | null = null
  #wake = Promise.withResolvers<void>()

  constructor(socket: Socket, parts: ConnectionParts) {
    this.#socket = socket
    this.#parts = parts
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 60_000)
    this.#listen(socket)
  }

  /** Serves the client until it leaves. Never throws. */
  async serve(): Promise<void> {
    const deadline = setTimeout(() => this.destroy(), STARTUP_MS)
    let leave = () => {}
    try {
      const startup = await this.#begin()
      if (!startup) return
      leave = await this.#letIn(startup)
      clearTimeout(deadline)
      await this.#converse()
    } catch (error) {
      await this.#sayGoodbye(error)
    } finally {
      clearTimeout(deadline)
      await this.#session?.close().catch(() => {})
      leave()
      this.#end()
    }
  }

  /** The node stops: the statement under way is the last. */
  retire() {
    this.#isEnding = true
    if (this.#session?.isIdle ?? true) this.#wake.resolve()
  }

  destroy() {
    this.#socket.destroy()
  }

  get #ip(): string {
    return this.#socket.remoteAddress ?? ''
  }

  #listen(socket: Socket) {
    socket.on('data', (piece: Buffer) => {
      this.#reader.add(piece)
      if (this.#reader.waitingBytes > MOST_WAITING_BYTES) socket.pause()
      this.#ring()
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (socket !== this.#socket) return
      this.#isClosed = true
      this.#session?.cancel()
      this.#ring()
    })
    socket.on('end', () => {
      if (socket === this.#socket) socket.destroy()
    })
  }

  #ring() {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }

  async #next(): Promise<Message | undefined> {
    for (;;) {
      const message = this.#reader.next()
      if (message) return message
      if (this.#isClosed) return undefined
      if (this.#isEnding)
        throw wireError('57P01', 'terminating connection due to administrator command', { isFatal: true })
      await this.flush()
      const woken = this.#wake.promise
      // A message that is not whole yet is larger than what usually waits.
      this.#socket.resume()
      await woken
    }
  }

  /** Encryption first, if the client wishes; then who is there. Undefined: there is nothing more to do. */
  async #begin(): Promise<Extract<Startup, { kind: 'startup' }> | undefined> {
    for (let tries = 0; tries < 4; tries++) {
      const message = await this.#firstMessage()
      if (!message) return undefined
      const startup = readStartup(message.body)
      switch (startup.kind) {
        case 'ssl':
          await this.#answerSsl()
          break
        case 'gss':
          this.#socket.write('N')
          break
        case 'cancel':
          this.#parts.cancel(startup.pid, startup.secret)
          return undefined
        case 'startup':
          return startup
      }
    }
    throw protocolViolation('too many requests for encryption')
  }

  /** Newer clients begin with TLS at once. */
  async #firstMessage(): Promise<Message | undefined> {
    const isSecure = this.#socket instanceof TLSSocket
    if (!isSecure && this.#parts.secure) {
      while (this.#reader.waitingBytes === 0 && !this.#isClosed) await this.#wake.promise
      if (this.#reader.waitingBytes > 0) {
        const waiting = this.#reader.rest()
        if (waiting[0] === TLS_HANDSHAKE) await this.#secure(waiting)
        else this.#reader.add(waiting)
      }
    }
    return this.#next()
  }

  async #answerSsl() {
    if (!this.#parts.secure || this.#socket instanceof TLSSocket) return void this.#socket.write('N')
    // What came behind the request was not encrypted, and could be another's.
    if (this.#reader.waitingBytes > 0) throw protocolViolation('received unencrypted data after SSL request')
    this.#socket.write('S')
    await this.#secure(null)
  }

  async #secure(waiting: Buffer | null) {
    const plain = this.#socket
    plain.removeAllListeners('data')
    plain.pause()
    if (waiting) plain.unshift(waiting)
    const secured = new TLSSocket(plain, {
      isServer: true,
      ...(this.#parts.secure ? { secureContext: this.#parts.secure } : {}),
      ALPNProtocols: ['postgresql'],
    })
    this.#socket = secured
    this.#listen(secured)
    await new Promise<void>((resolve, reject) => {
      secured.once('secure', () => resolve())
      secured.once('close', () => reject(protocolViolation('the TLS handshake failed')))
    })
  }

  /** Checks the password, opens the workbook, and says what the client needs to know. What to do when it leaves. */
  async #letIn({ parameters, minor, unknown }: Extract<Startup, { kind: 'startup' }>): Promise<() => void> {
    if (minor > MINOR || unknown.length > 0) this.send(backend.negotiateProtocol(MINOR, unknown))
    const user = parameters.get('user') ?? ''
    const database = parameters.get('database') || user
    this.#refuseIfPlain()
    const holder = { credential: await this.#askPassword(), ip: this.#ip }
    const { ctx, release } = await this.#identified(holder)
    try {
      const opened = await openDatabase(ctx, database).catch(async (error: unknown) => {
        await tellRefused(ctx, '', error)
        throw error
      })
      const settings = new SessionSettings(user, wishesIn(parameters))
      const key = this.#parts.newKey()
      const session = new Session({
        ground: this.#parts.ground,
        holder,
        asker: { workbookId: opened.workbookId, database: opened.name, user, pid: key.pid },
        settings,
        line: { send: (bytes) => this.send(bytes), flush: () => this.flush() },
        onStatement: this.#parts.onStatement,
      })
      const leave = this.#parts.enter({ credentialId: ctx.caller.credentialId, session, ...key })
      this.#session = session
      this.#welcome(settings, key)
      await this.flush()
      return leave
    } finally {
      release()
    }
  }

  #welcome(settings: SessionSettings, { pid, secret }: { pid: number; secret: number }) {
    this.send(backend.authenticated)
    for (const [name, value] of settings.reported()) this.send(backend.parameterStatus(name, value))
    this.send(backend.backendKey(pid, secret))
    this.send(backend.readyForQuery('I'))
  }

  /** A password that others can read is no password. */
  #refuseIfPlain() {
    if (this.#socket instanceof TLSSocket || isLoopback(this.#ip)) return
    throw wireError('28000', 'connections from other machines must be encrypted', {
      hint: this.#parts.secure
        ? 'Connect with sslmode=require.'
        : 'Ask the operator to set SVC_PG_TLS_CERT and SVC_PG_TLS_KEY.',
      isFatal: true,
    })
  }

  async #askPassword(): Promise<string> {
    this.#reader.isBegun = true
    this.send(backend.askPassword)
    const message = await this.#next()
    if (message?.letter !== 'p') throw protocolViolation('expected a password')
    const read = new BodyReader(message.body)
    const password = read.text()
    read.end()
    if (password === '') throw wireError('28P01', 'no password was sent', { hint: PASSWORD_HINT, isFatal: true })
    return password
  }

  async #identified(holder: { credential: string; ip: string }) {
    try {
      return await admitStatement(this.#parts.ground, holder, null)
    } catch (error) {
      const reported = toWireError(error, this.#parts.ground.platform.log)
      if (reported.sqlState !== '28000')
        throw wireError(reported.sqlState, reported.message, { ...parts(reported), isFatal: true })
      throw wireError('28P01', 'the password is no valid token or key', { hint: PASSWORD_HINT, isFatal: true })
    }
  }

  async #converse() {
    for (;;) {
      const message = await this.#next()
      if (!message) return
      const said = await this.#understood(message)
      if (said?.kind === 'terminate') return
      if (said) await this.#session?.handle(said)
    }
  }

  /** A message that is whole and makes no sense fails the statement; one that is not whole fails the connection. */
  async #understood(message: Message): Promise<Frontend | undefined> {
    if (this.#session?.isSkipping && message.letter !== 'S' && message.letter !== 'X') return undefined
    try {
      return readFrontend(message)
    } catch (error) {
      if (!(error instanceof WireError) || error.isFatal) throw error
      await this.#session?.refuse(error)
      return undefined
    }
  }

  send(bytes: Buffer) {
    this.#out.push(bytes)
    this.#outBytes += bytes.length
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

  async #sayGoodbye(error: unknown) {
    const reported = toWireError(error, this.#parts.ground.platform.log)
    const fatal = wireError(reported.sqlState, reported.message, { ...parts(reported), isFatal: true })
    this.send(backend.errorResponse(fatal, undefined))
    await this.flush().catch(() => {})
  }

  #end() {
    this.#socket.end()
    setTimeout(() => this.#socket.destroy(), 1_000).unref()
  }
}

const PASSWORD_HINT = 'Give a token or key (svc_…) as the password.'

const parts = ({ detail, hint }: WireError) => ({
  ...(detail === undefined ? {} : { detail }),
  ...(hint === undefined ? {} : { hint }),
})

export const isLoopback = (ip: string) => /^(?:::ffff:)?127\.|^::1$/.test(ip)

/** Parameters of the first message are settings, but for those that say where to go. */
function wishesIn(parameters: ReadonlyMap<string, string>): Map<string, string> {
  const wishes = new Map<string, string>()
  for (const [name, value] of parameters)
    if (!['user', 'database', 'options', 'replication'].includes(name) && !name.startsWith('_pq_.'))
      wishes.set(name.toLowerCase(), value)
  for (const [name, value] of readOptions(parameters.get('options') ?? '')) wishes.set(name, value)
  return wishes
}

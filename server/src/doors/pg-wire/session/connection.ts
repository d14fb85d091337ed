import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { HeldBytes } from '../../../platform/shares.ts'
import * as backend from '../protocol/backend.ts'
import { type Frontend, readFrontend } from '../protocol/frontend.ts'
import type { Message } from '../protocol/message-reader.ts'
import { WireError } from '../protocol/wire-error.ts'
import type { AdmissionContext } from './admit-statement.ts'
import { begin, type FirstMessage } from './begin.ts'
import { fatal, logIn } from './log-in.ts'
import { Session } from './session.ts'
import type { SessionSettings } from './session-settings.ts'
import type { SessionOptions } from './session-state.ts'
import { toWireError } from './to-wire-error.ts'
import { WireSocket } from './wire-socket.ts'

/** Until a client is let in. */
const STARTUP_MS = 30_000

export type ConnectionParts = {
  ground: AdmissionContext
  secure: SecureContext | null
  /** Ends what the connection of this number runs, if the secret is right. */
  cancel: (pid: number, secret: number) => void
  /** Registers a client that was let in; throws when there are too many. What to do when it leaves. */
  enter: (entering: {
    accountId: string
    credentialId: string
    session: Session
    pid: number
    secret: number
  }) => () => void
  /** Counts the bytes of a client that is not known yet. */
  hold: () => HeldBytes
  newKey: () => { pid: number; secret: number }
  onStatement: SessionOptions['onStatement']
}

/** A client from its first message to its last. */
export class Connection {
  readonly #parts: ConnectionParts
  readonly #socket: WireSocket
  #session: Session | null = null

  constructor(socket: Socket, parts: ConnectionParts) {
    this.#parts = parts
    this.#socket = new WireSocket(socket, parts.hold(), () => this.#session?.cancel())
  }

  /** Serves the client until it leaves. Never throws. */
  async serve(): Promise<void> {
    const deadline = setTimeout(() => this.destroy(), STARTUP_MS)
    let leave = () => {}
    try {
      const first = await begin(this.#socket, this.#parts)
      if (!first) return
      leave = await this.#letIn(first)
      clearTimeout(deadline)
      await this.#converse()
    } catch (error) {
      await this.#sayGoodbye(error)
    } finally {
      clearTimeout(deadline)
      await this.#session?.close().catch(() => {})
      leave()
      this.#socket.end()
    }
  }

  /** The node stops: the statement under way is the last. */
  retire() {
    if (this.#session?.isIdle ?? true) this.#socket.stopWaiting()
    else this.#socket.retire()
  }

  destroy() {
    this.#socket.destroy()
  }

  /** Begins the session, and says what the client needs to know. What to do when it leaves. */
  async #letIn(first: FirstMessage): Promise<() => void> {
    const { ground, secure, onStatement, newKey, enter } = this.#parts
    const loggedIn = await logIn(this.#socket, ground, first, secure !== null)
    const { holder, accountId, credentialId, user, database, settings } = loggedIn
    const key = newKey()
    const session = new Session({
      ground,
      holder,
      asker: { workbookId: database.workbookId, database: database.name, user, pid: key.pid },
      settings,
      line: this.#socket,
      onStatement,
    })
    this.#socket.letIn(accountId)
    const leave = enter({ accountId, credentialId, session, ...key })
    this.#session = session
    this.#welcome(settings, key)
    await this.#socket.flush()
    return leave
  }

  #welcome(settings: SessionSettings, { pid, secret }: { pid: number; secret: number }) {
    this.#socket.send(backend.authenticated)
    for (const [name, value] of settings.reported()) this.#socket.send(backend.parameterStatus(name, value))
    this.#socket.send(backend.backendKey(pid, secret))
    this.#socket.send(backend.readyForQuery('I'))
  }

  async #converse() {
    for (;;) {
      const message = await this.#socket.next()
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

  async #sayGoodbye(error: unknown) {
    const reported = toWireError(error, this.#parts.ground.platform.log)
    this.#socket.send(backend.errorResponse(fatal(reported), undefined))
    await this.#socket.flush().catch(() => {})
  }
}

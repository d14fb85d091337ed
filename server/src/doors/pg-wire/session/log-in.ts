import * as backend from '../protocol/backend.ts'
import { BodyReader } from '../protocol/frontend.ts'
import { MINOR, readOptions } from '../protocol/startup.ts'
import { protocolViolation, type WireError, wireError } from '../protocol/wire-error.ts'
import { type AdmissionContext, admitStatement, reportRefused } from './admit-statement.ts'
import type { FirstMessage } from './begin.ts'
import { type Database, openDatabase } from './open-database.ts'
import { SessionSettings } from './session-settings.ts'
import { toWireError } from './to-wire-error.ts'
import type { WireSocket } from './wire-socket.ts'

const PASSWORD_HINT = 'Give a token or key (svc_…) as the password.'

/** A client whose password is right, and the workbook it came for. */
export type LoggedIn = {
  holder: { credential: string; ip: string }
  accountId: string
  credentialId: string
  user: string
  database: Database
  settings: SessionSettings
}

/** Asks for the password and opens the workbook, or throws why not. `isOffered`: encryption could be had. */
export async function logIn(
  socket: WireSocket,
  ground: AdmissionContext,
  { parameters, minor, unknown }: FirstMessage,
  isOffered: boolean,
): Promise<LoggedIn> {
  if (minor > MINOR || unknown.length > 0) socket.send(backend.negotiateProtocol(MINOR, unknown))
  const user = parameters.get('user') ?? ''
  refuseIfPlain(socket, isOffered)
  const holder = { credential: await askPassword(socket), ip: socket.ip }
  const { ctx, release } = await identified(ground, holder)
  try {
    const database = await openDatabase(ctx, parameters.get('database') || user).catch(async (error: unknown) => {
      await reportRefused(ctx, '', error)
      throw error
    })
    const settings = new SessionSettings(user, optionsIn(parameters))
    const { accountId, credentialId } = ctx.caller
    return { holder, accountId, credentialId, user, database, settings }
  } finally {
    release()
  }
}

/** A password that others can read is no password. */
function refuseIfPlain({ isSecure, ip }: WireSocket, isOffered: boolean) {
  if (isSecure || isLoopback(ip)) return
  throw wireError('28000', 'connections from other machines must be encrypted', {
    hint: isOffered ? 'Connect with sslmode=require.' : 'Ask the operator to set SVC_PG_TLS_CERT and SVC_PG_TLS_KEY.',
    isFatal: true,
  })
}

const isLoopback = (ip: string) => /^(?:::ffff:)?127\.|^::1$/.test(ip)

async function askPassword(socket: WireSocket): Promise<string> {
  socket.reader.isBegun = true
  socket.send(backend.askPassword)
  const message = await socket.next()
  if (message?.letter !== 'p') throw protocolViolation('expected a password')
  const read = new BodyReader(message.body)
  const password = read.text()
  read.end()
  if (password === '') throw wireError('28P01', 'no password was sent', { hint: PASSWORD_HINT, isFatal: true })
  return password
}

async function identified(ground: AdmissionContext, holder: LoggedIn['holder']) {
  try {
    return await admitStatement(ground, holder, null)
  } catch (error) {
    const reported = toWireError(error, ground.platform.log)
    if (reported.sqlState !== '28000') throw fatal(reported)
    throw wireError('28P01', 'the password is no valid token or key', { hint: PASSWORD_HINT, isFatal: true })
  }
}

/** The same error, after which there is nothing more to say. */
export const fatal = ({ sqlState, message, detail, hint }: WireError) =>
  wireError(sqlState, message, {
    ...(detail === undefined ? {} : { detail }),
    ...(hint === undefined ? {} : { hint }),
    isFatal: true,
  })

/** Parameters of the first message are settings, but for those that say where to go. */
function optionsIn(parameters: ReadonlyMap<string, string>): Map<string, string> {
  const wishes = new Map<string, string>()
  for (const [name, value] of parameters)
    if (!['user', 'database', 'options', 'replication'].includes(name) && !name.startsWith('_pq_.'))
      wishes.set(name.toLowerCase(), value)
  for (const [name, value] of readOptions(parameters.get('options') ?? '')) wishes.set(name, value)
  return wishes
}

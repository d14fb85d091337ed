import type { SecureContext } from 'node:tls'
import type { Message } from '../protocol/message-reader.ts'
import { readStartup, type Startup } from '../protocol/startup.ts'
import { protocolViolation } from '../protocol/wire-error.ts'
import type { WireSocket } from './wire-socket.ts'

const TLS_HANDSHAKE = 0x16

export type FirstMessage = Extract<Startup, { kind: 'startup' }>

type Offer = { secure: SecureContext | null; cancel: (pid: number, secret: number) => void }

/** Encryption first, if the client wishes; then who is there. Undefined: there is nothing more to do. */
export async function begin(socket: WireSocket, { secure, cancel }: Offer): Promise<FirstMessage | undefined> {
  for (let tries = 0; tries < 4; tries++) {
    const message = await firstMessage(socket, secure)
    if (!message) return undefined
    const startup = readStartup(message.body)
    switch (startup.kind) {
      case 'ssl':
        await answerSsl(socket, secure)
        break
      case 'gss':
        socket.write('N')
        break
      case 'cancel':
        cancel(startup.pid, startup.secret)
        return undefined
      case 'startup':
        return startup
    }
  }
  throw protocolViolation('too many requests for encryption')
}

/** Newer clients begin with TLS at once. */
async function firstMessage(socket: WireSocket, secure: SecureContext | null): Promise<Message | undefined> {
  if (secure && !socket.isSecure) {
    const waiting = await socket.firstBytes()
    if (waiting?.[0] === TLS_HANDSHAKE) await socket.secure(secure, waiting)
    else if (waiting) socket.reader.add(waiting)
  }
  return socket.next()
}

async function answerSsl(socket: WireSocket, secure: SecureContext | null) {
  if (!secure || socket.isSecure) return socket.write('N')
  // What came behind the request was not encrypted, and could be another's.
  if (socket.reader.waitingBytes > 0) throw protocolViolation('received unencrypted data after SSL request')
  socket.write('S')
  await socket.secure(secure, null)
}

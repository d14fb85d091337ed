import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { assertState } from '../../platform/errors.ts'

/** Doors of the host that stand open: only the sandbox keeps a program from them. */
export type HostDoors = {
  addresses: { tcpPort: number; udpPort: number; abstractSocket: string }
  /** Who has come so far. */
  visits: () => { tcp: number; unix: number; udp: number }
  close: () => void
}

export async function openHostDoors(): Promise<HostDoors> {
  const abstractSocket = `\0bindery-self-test-${randomUUID()}`
  const visits = { tcp: 0, unix: 0, udp: 0 }
  const tcp = createServer((socket) => {
    visits.tcp += 1
    socket.destroy()
  })
  const unix = createServer((socket) => {
    visits.unix += 1
    socket.destroy()
  })
  const udp = createSocket('udp4')
  udp.on('message', () => {
    visits.udp += 1
  })
  await Promise.all([
    once(tcp.listen(0, '127.0.0.1'), 'listening'),
    once(unix.listen(abstractSocket), 'listening'),
    once(udp.bind(0, '127.0.0.1'), 'listening'),
  ])
  return {
    addresses: { tcpPort: portOf(tcp), udpPort: udp.address().port, abstractSocket },
    visits: () => ({ ...visits }),
    close: () => {
      tcp.close()
      unix.close()
      udp.close()
    },
  }
}

function portOf(server: Server): number {
  const address = server.address()
  assertState(address !== null && typeof address === 'object', 'a TCP server without a port')
  return address.port
}

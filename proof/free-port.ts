import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port nobody listens on now, for a program that is started again and again at the same place. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('impossible: a port without a number')
  return address.port
}

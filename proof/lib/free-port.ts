import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port without a listener, for a program that is restarted on the same port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('impossible: a port without a number')
  return address.port
}

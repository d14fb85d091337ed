import { createServer } from 'node:net'
import { assertState } from '../platform/errors.ts'

/** A port of this machine, asked of the kernel. Another program could take it first; the one it is for then says so and ends. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      assertState(address !== null && typeof address === 'object', 'a server on a port has an address')
      server.close(() => resolve(address.port))
    })
  })
}

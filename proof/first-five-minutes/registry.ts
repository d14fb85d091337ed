import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'

export type Registry = { url: string; close: () => void }

/** The registry we stand before, as if the package had been published there: its name leads here, every other one there. */
export async function publish(tarball: string, registry: string): Promise<Registry> {
  const bytes = readFileSync(tarball)
  const description = JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }))
  const { name, version } = description
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === `/${name}`) return sendJson(response, packument(`http://${request.headers.host}`))
    if (path === `/${name}.tgz`) return void response.end(bytes)
    response.writeHead(307, { location: new URL(path.slice(1), registry).href }).end()
  })
  const packument = (own: string) => {
    const dist = {
      tarball: `${own}/${name}.tgz`,
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
    }
    return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...description, dist } } }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('impossible: a port without a number')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => void server.close() }
}

function sendJson(response: ServerResponse, content: unknown) {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(content))
}

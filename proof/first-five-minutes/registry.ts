import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'

export type Registry = { url: string; close: () => void }

/** The registry that npm uses here, as if the packages had been published there: their names lead here, all others there. */
export async function publish(tarballs: readonly string[], registry: string): Promise<Registry> {
  const published = new Map(tarballs.map((tarball) => [describe(tarball).name, tarball]))
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/').slice(1)
    const asked = published.get(path)
    const fetched = published.get(path.replace(/\.tgz$/, ''))
    if (asked) return sendJson(response, packument(asked, `http://${request.headers.host}`))
    if (fetched) return void response.end(readFileSync(fetched))
    response.writeHead(307, { location: new URL((request.url ?? '/').slice(1), registry).href }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('impossible: a port without a number')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => void server.close() }
}

function packument(tarball: string, own: string) {
  const description = describe(tarball)
  const { name, version } = description
  const dist = {
    tarball: `${own}/${name}.tgz`,
    integrity: `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`,
  }
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...description, dist } } }
}

const describe = (tarball: string) =>
  JSON.parse(execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }))

function sendJson(response: ServerResponse, content: unknown) {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(content))
}

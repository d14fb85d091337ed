import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { CALLBACK } from './agent-program.ts'

/** The site of a program on loopback, with a certificate that this process trusts: it holds documents that describe the program. */
export async function startClientSite() {
  const pages = new Map<string, RequestListener>()
  const asked: string[] = []
  const server = createServer(newCertificate(), (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const page = pages.get(path)
    if (page) page(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has one.
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  let count = 0

  /** Puts a page at an address that no other page had. */
  const newPage = (page: RequestListener) => {
    const path = `/programs/${++count}.json`
    pages.set(path, page)
    return {
      address: url + path,
      fetches: () => asked.filter((one) => one === path).length,
      remove: () => pages.delete(path),
    }
  }
  /** `more`: fields of the document, or undefined to leave one out. */
  const newDocument = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const page = newPage((_, response) => {
      const document = { client_id: page.address, client_name: 'Known program', redirect_uris: [CALLBACK], ...more }
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document))
    })
    return page
  }
  return {
    url,
    newPage,
    newDocument,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function newCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-client-site-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=client-site', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', [...kind, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const pair = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
  rmSync(folder, { recursive: true })
  setDefaultCACertificates([...getCACertificates(), pair.cert])
  return pair
}

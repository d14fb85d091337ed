import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fromWireId, newId } from '../../../server/src/platform/ids.ts'
import type { DriveServer } from '../../../server/test/drive-server.ts'
import { CSV } from '../requests/file-requests.ts'
import { fileForm, fresh } from '../requests/good-request.ts'
import { newBook } from '../requests/workbook-requests.ts'
import type { Stage } from '../stage.ts'

export type File = { filename: string; bytes: Uint8Array<ArrayBuffer> }

export const bytesOf = (text: string | Buffer) => new Uint8Array(Buffer.from(text))

export const good = (): File => ({ filename: `${fresh('good')}.csv`, bytes: bytesOf(`${CSV}${fresh('w')},7\n`) })

/** A workbook of the same owner in which nothing is governed: files are closed in one that is. */
export type FilePlace = { workbook_id: string; source_name: string; link_id: string; at: string }

type Sent = { source: { name: string }; link_id: string }

export async function newPlace({ world, stayLoggedIn }: Stage): Promise<FilePlace> {
  await stayLoggedIn()
  const workbookId = await newBook(world)
  const at = `/api/v1/workbooks/${workbookId}`
  // Again where a busy machine took too long to read it.
  const send = async (path: string, form: FormData, attempts = 3): Promise<Sent> => {
    const response = await fetch(`${world.url}${at}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.owner.session}` },
      body: form,
    })
    if (response.ok) return response.json() as Promise<Sent>
    if (attempts === 1) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return send(path, form, attempts - 1)
  }
  const { source } = await send('/sources', fileForm('book.csv', `${CSV}${fresh('w')},1\n`))
  const { link_id } = await send('/file-links/local', fileForm('linked.csv', `${CSV}${fresh('w')},2\n`))
  await world.owner.call('POST', `${at}/sources/${source.name}/analyze`, {})
  return { workbook_id: workbookId, source_name: source.name, link_id, at }
}

const MOST_TABLES = 500

/** As many tables as fit, put into the catalog directly: to make them would take minutes. */
export async function fillWithTables({ world }: Stage, { workbook_id }: FilePlace): Promise<string[]> {
  const ids = Array.from({ length: MOST_TABLES }, () => newId())
  const client = await world.service.admin.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    "insert into artifact (workbook_id, artifact_id, kind, layer, name, state) select $1, id, 'table', 'base', 'full ' || id, 'archived' from unnest($2::uuid[]) id",
    [fromWireId('wb', workbook_id), ids],
  )
  client.release(true)
  return ids
}

/** Where files come from, and who is asked to take them. */
export type Ways = {
  drive: DriveServer
  web: Awaited<ReturnType<typeof serveFiles>>
  node: string
  /** A node that takes any good file. */
  rich: string
  /** Of the governed table, to which files come back. */
  branchId: string
}

/** Files on a web server, at addresses that the service fetches. */
export async function serveFiles() {
  const files = new Map<string, File>()
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file ? 200 : 404, { 'content-type': 'application/octet-stream' })
    response.end(file ? Buffer.from(file.bytes) : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a server that listens on a port has one.
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    serve: (file: File) => {
      files.set(`/${file.filename}`, file)
      return `${base}/${file.filename}`
    },
    missing: `${base}/none.csv`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The editor's export of the governed table as it is now, expected back: what came back before has closed other branches. */
export async function newBranch({ ask, world }: Stage): Promise<string> {
  const exported = await ask('exportTables', { json: { tables: ['staff'], record_branch: true } })
  return exported.headers.get('x-svc-branch-id') ?? world.editorFile.branchId
}

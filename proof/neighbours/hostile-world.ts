import pg from 'pg'
import { SCOPES } from '../../server/src/platform/caller.ts'
import { type Call, callAs } from '../../server/test/client.ts'
import { newMember, newWorkspace } from '../../server/test/control-plane.ts'
import { mintToken, newPerson, type Person } from '../../server/test/person.ts'
import { uploadForm } from './upload-form.ts'

/** An attacker's workbook, and the three ways into it. */
export type HostileWorld = {
  url: string
  workbookId: string
  at: string
  as: Readonly<Record<'viewer' | 'editor' | 'token', Call>>
  odata: (path: string) => Promise<Answer>
  mcp: (tool: string, args: object) => Promise<Answer>
  postgres: (sql: string) => Promise<Answer>
  upload: (name: string, content: string) => Promise<Answer>
}

export type Answer = { status: number; text: string }

const COLUMNS = [
  { name: 'a', type: 'BOOLEAN' },
  { name: 'n', type: 'INTEGER' },
  { name: 'x', type: 'DOUBLE' },
  { name: 't' },
  { name: 'd', type: 'DATE' },
]

export async function newHostileWorld(url: string, pgPort: number): Promise<HostileWorld> {
  const owner = await newPerson(url)
  const workspace = await newWorkspace(owner)
  const created = await owner.call('POST', '/api/v1/workbooks', { title: 'Numbers', workspace_id: workspace })
  const workbookId: string = created.body.workbook_id
  const at = `/api/v1/workbooks/${workbookId}`
  await owner.call('POST', `${at}/tables`, { name: 'c', columns: COLUMNS })
  const rows = Array.from({ length: 100 }, (_, n) => ({ a: true, n, x: n, t: `text ${n}`, d: '2026-01-31' }))
  await owner.call('POST', `${at}/tables/c/rows`, { rows, expected_version: null })
  const people = { newPerson: () => newPerson(url) }
  const [viewer, editor] = [
    await newMember(people, owner, workspace, 'viewer'),
    await newMember(people, owner, workspace, 'editor'),
  ]
  // A token for the account of its maker would not reach this workbook, which is in another's.
  const tokenOf = ({ call }: Person) => mintToken(call, SCOPES, `workbook:${workbookId}`)
  const [ofViewer, ofEditor, ofOwner] = [await tokenOf(viewer), await tokenOf(editor), await tokenOf(owner)]
  const answered = async (response: Response) => ({ status: response.status, text: await response.text() })
  const bearer = { authorization: `Bearer ${ofEditor}` }
  return {
    url,
    workbookId,
    at,
    as: { viewer: callAs(url, ofViewer), editor: callAs(url, ofEditor), token: callAs(url, ofOwner) },
    odata: async (path) =>
      answered(await fetch(`${url}/odata/${workbookId}${path}`, { headers: { authorization: `Bearer ${ofViewer}` } })),
    mcp: async (tool, args) =>
      refusedOf(
        await fetch(`${url}/mcp`, {
          method: 'POST',
          headers: { ...bearer, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: tool, arguments: args },
          }),
        }),
      ),
    postgres: (sql) => askPostgres(pgPort, workbookId, ofOwner, sql),
    upload: async (name, content) =>
      answered(
        await fetch(`${url}${at}/sources`, { method: 'POST', headers: bearer, body: uploadForm(name, content) }),
      ),
  }
}

/** A tool that refuses answers 200 and says so inside. */
async function refusedOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const isRefused = /"isError":\s*true|"error":\s*\{/.test(text)
  return { status: response.status === 200 && isRefused ? 422 : response.status, text }
}

async function askPostgres(port: number, database: string, password: string, sql: string): Promise<Answer> {
  const client = new pg.Client({ host: '127.0.0.1', port, database, user: 'me', password })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(sql)
    return { status: 200, text: '' }
  } catch (error) {
    // What the server says is a refusal; a connection that is gone is none.
    const isSaid = error instanceof pg.DatabaseError
    return { status: isSaid && error.code !== 'XX000' ? 400 : 500, text: String(error) }
  } finally {
    await client.end().catch(() => {})
  }
}

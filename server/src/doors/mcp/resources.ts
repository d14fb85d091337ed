import type { ListResourcesResult, ListResourceTemplatesResult, ReadResourceResult } from '@modelcontextprotocol/server'
import { notFound } from '../../platform/errors.ts'
import type { Agent } from './agent.ts'
import { isAppUri, readAppPage } from './app-page.ts'

/** What a client may put beside a question without a call: the tables a caller can see, their schemas and where they come from. */

const JSON_TYPE = 'application/json'
const ROOT = 'bindery://workbooks'
/** No part of it is `.` or `..`, which would lead elsewhere. */
const URI = /^bindery:\/\/workbooks\/(wb_\w+)(?:\/tables\/(?!(?:\.|%2e){1,2}\/)([^/]+)\/(schema|lineage))?$/i
const PAGE = 50

export const TEMPLATES: ListResourceTemplatesResult = {
  resourceTemplates: [
    {
      name: 'workbook',
      title: 'A workbook and its tables',
      uriTemplate: `${ROOT}/{workbook_id}`,
      mimeType: JSON_TYPE,
    },
    {
      name: 'table-schema',
      title: 'The columns of a table and its first rows',
      uriTemplate: `${ROOT}/{workbook_id}/tables/{table}/schema`,
      mimeType: JSON_TYPE,
    },
    {
      name: 'table-lineage',
      title: 'What a table is made from, and what is made from it',
      uriTemplate: `${ROOT}/{workbook_id}/tables/{table}/lineage`,
      mimeType: JSON_TYPE,
    },
  ],
}

export const schemaUri = (workbookId: string, table: string) =>
  `${ROOT}/${workbookId}/tables/${encodeURIComponent(table)}/schema`

/** Every table the credential sees, a page at a time. */
export async function listResources(agent: Agent, cursor: string | undefined): Promise<ListResourcesResult> {
  const { artifacts, next_cursor } = await agent.api.listMyData({ limit: PAGE, cursor })
  const tables = artifacts.filter(({ type }) => type === 'table' || type === 'view')
  return {
    resources: tables.map(({ name, workbook_id, workbook_title, description }) => ({
      uri: schemaUri(workbook_id, name),
      name,
      title: `${name} (${workbook_title})`,
      ...(description ? { description } : {}),
      mimeType: JSON_TYPE,
    })),
    ...(next_cursor ? { nextCursor: next_cursor } : {}),
  }
}

export async function readResource(agent: Agent, uri: string): Promise<ReadResourceResult> {
  if (isAppUri(uri)) return readAppPage(uri)
  const [, workbook_id, table, view] = URI.exec(uri) ?? []
  if (workbook_id === undefined) throw notFound('resource', uri)
  const content =
    table === undefined ? await workbookAt(agent, workbook_id) : await tableAt(agent, workbook_id, table, view)
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(content) }] }
}

async function workbookAt(agent: Agent, workbook_id: string) {
  const [workbook, { tables }] = await Promise.all([
    agent.api.readWorkbook({ workbook_id }),
    agent.api.listTables({ workbook_id }),
  ])
  return { ...workbook, tables }
}

function tableAt(agent: Agent, workbook_id: string, encoded: string, view: string | undefined): Promise<unknown> {
  const at = { workbook_id, name: decoded(encoded) }
  return view === 'lineage' ? agent.api.readTableLineage(at) : agent.api.readTableSchema(at)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Not encoded, then: a table may be called that.
    return part
  }
}

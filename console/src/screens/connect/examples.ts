/** What an example is made with. */
export type ConnectedTable = { url: string; workbookId: string; table: string }

export const WAYS = ['agent', 'curl', 'typescript', 'python', 'cli'] as const
export type Way = (typeof WAYS)[number]

/** The same in each tongue: the first rows of a table, and a query. */
export const EXAMPLES: Record<Way, (place: ConnectedTable) => string> = {
  agent: ({ url }) =>
    JSON.stringify(
      { mcpServers: { bindery: { type: 'http', url: `${url}/mcp`, headers: { Authorization: 'Bearer <token>' } } } },
      null,
      2,
    ),

  curl: ({ url, workbookId, table }) => {
    const at = `${url}/api/v1/workbooks/${workbookId}`
    return [
      `curl -H 'Authorization: Bearer <token>' \\\n  '${at}/tables/${encodeURIComponent(table)}/rows?limit=10'`,
      `curl -H 'Authorization: Bearer <token>' -H 'Content-Type: application/json' \\\n  '${at}/query' -d '${inShell(JSON.stringify({ sql: countOf(table) }))}'`,
    ].join('\n\n')
  },

  typescript: ({ url, workbookId, table }) =>
    `import { createClient } from '@bindery-data/sdk'

const client = createClient({ url: ${text(url)}, token: process.env.BINDERY_TOKEN })
const workbook = client.workbook(${text(workbookId)})

for await (const row of workbook.table(${text(table)}).rows()) console.log(row)
const { rows } = await workbook.query(${text(countOf(table))})`,

  python: ({ url, workbookId, table }) =>
    `from bindery import Client

client = Client(${JSON.stringify(url)}, token="<token>", workbook=${JSON.stringify(workbookId)})
frame = client.query(${JSON.stringify(countOf(table))}).to_pandas()`,

  cli: ({ url, workbookId, table }) =>
    `bindery login ${url}
bindery use ${workbookId}
bindery rows '${inShell(table)}' -n 10
bindery query '${inShell(countOf(table))}'`,
}

const countOf = (table: string) => `SELECT count(*) FROM "${table.replaceAll('"', '""')}"`

/** A text of TypeScript, in single quotes. */
const text = (value: string) => `'${value.replace(/[\\']/g, '\\$&')}'`

const inShell = (value: string) => value.replaceAll("'", `'\\''`)

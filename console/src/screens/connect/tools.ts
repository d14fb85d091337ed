/** Where a program finds the workbook. `pgPort` is null where the door for PostgreSQL is closed, and its usual number stands in for it. */
export type ToolPlace = { url: string; workbookId: string; table: string; token: string; pgPort: number | null }

/** Programs and what they call themselves, in every language. */
export const TOOL_NAMES = {
  excel: 'Excel',
  powerbi: 'Power BI',
  tableau: 'Tableau',
  metabase: 'Metabase',
  superset: 'Superset',
  dbt: 'dbt',
  psql: 'psql',
  pandas: 'pandas',
  r: 'R',
  duckdb: 'DuckDB',
} as const
export type Tool = keyof typeof TOOL_NAMES
// Safe: the keys as they stand above.
export const TOOLS = Object.keys(TOOL_NAMES) as readonly Tool[]

/** Through which door a program comes. */
export type Door = 'odata' | 'postgres' | 'http'

/** What a program asks for, under the name it gives it there. */
export type ToolField = { name: FieldName; value: string; isSecret?: true }
export type FieldName = 'address' | 'host' | 'port' | 'database' | 'user' | 'password' | 'ssl' | 'schema' | 'uri'

/** `file`: lines for a file or a terminal, where the program has no form. */
export type ToolGuide = { door: Door; fields: readonly ToolField[]; file?: { name: string; text: string } }

const USUAL_PORT = 5433
const USER = 'bindery'

export const odataAddress = ({ url, workbookId }: Pick<ToolPlace, 'url' | 'workbookId'>) => `${url}/odata/${workbookId}`

export const TOOL_GUIDES: Readonly<Record<Tool, (place: ToolPlace) => ToolGuide>> = {
  excel: feed,
  powerbi: feed,
  tableau: (place) => database(place, ['host', 'port', 'database', 'user', 'password', 'ssl']),
  metabase: (place) => database(place, ['host', 'port', 'database', 'user', 'password', 'schema', 'ssl']),
  superset: (place) => ({
    door: 'postgres',
    fields: [{ name: 'uri', value: uriOf(place, 'postgresql+psycopg2'), isSecret: true }],
  }),
  dbt: (place) => ({ door: 'postgres', fields: [], file: { name: 'profiles.yml', text: dbtProfile(place) } }),
  psql: (place) => ({ door: 'postgres', fields: [], file: { name: 'psql', text: psqlLine(place) } }),
  pandas: (place) => ({ door: 'postgres', fields: [], file: { name: 'Python', text: pandasLines(place) } }),
  r: (place) => ({ door: 'postgres', fields: [], file: { name: 'R', text: rLines(place) } }),
  duckdb: (place) => ({ door: 'http', fields: [], file: { name: 'SQL', text: duckdbLines(place) } }),
}

function feed(place: ToolPlace): ToolGuide {
  return {
    door: 'odata',
    fields: [
      { name: 'address', value: odataAddress(place) },
      { name: 'user', value: USER },
      { name: 'password', value: place.token, isSecret: true },
    ],
  }
}

function database(place: ToolPlace, names: readonly FieldName[]): ToolGuide {
  const { host, port, mode } = connection(place)
  const values: Partial<Record<FieldName, string>> = {
    host,
    port: String(port),
    database: place.workbookId,
    user: USER,
    password: place.token,
    schema: 'public',
    ssl: mode,
  }
  return {
    door: 'postgres',
    fields: names.map((name) => ({
      name,
      value: values[name] ?? '',
      ...(name === 'password' ? { isSecret: true as const } : {}),
    })),
  }
}

/** On this machine alone the door is open without TLS, too. */
function connection({ url, pgPort }: ToolPlace) {
  const host = new URL(url).hostname
  const isHere = host === 'localhost' || host === '127.0.0.1' || host.endsWith('.localhost')
  return { host, port: pgPort ?? USUAL_PORT, mode: isHere ? 'prefer' : 'require' }
}

function uriOf(place: ToolPlace, scheme: string): string {
  const { host, port, mode } = connection(place)
  return `${scheme}://${USER}:${encodeURIComponent(place.token)}@${host}:${port}/${place.workbookId}?sslmode=${mode}`
}

function dbtProfile(place: ToolPlace): string {
  const { host, port, mode } = connection(place)
  return `bindery:
  target: read
  outputs:
    read:
      type: postgres
      host: ${host}
      port: ${port}
      user: ${USER}
      password: ${place.token}
      dbname: ${place.workbookId}
      schema: public
      sslmode: ${mode}`
}

function psqlLine(place: ToolPlace): string {
  const { host, port, mode } = connection(place)
  return `PGPASSWORD='${place.token}' psql "host=${host} port=${port} dbname=${place.workbookId} user=${USER} sslmode=${mode}"`
}

const pandasLines = (place: ToolPlace) =>
  `import pandas
import sqlalchemy

engine = sqlalchemy.create_engine(${JSON.stringify(uriOf(place, 'postgresql+psycopg'))})
frame = pandas.read_sql(${JSON.stringify(`SELECT * FROM ${quoted(place.table)} LIMIT 1000`)}, engine)`

function rLines(place: ToolPlace): string {
  const { host, port, mode } = connection(place)
  return `library(DBI)

connection <- dbConnect(
  RPostgres::Postgres(),
  host = "${host}", port = ${port}, dbname = "${place.workbookId}",
  user = "${USER}", password = "${place.token}", sslmode = "${mode}"
)
rows <- dbGetQuery(connection, ${JSON.stringify(`SELECT * FROM ${quoted(place.table)} LIMIT 1000`)})`
}

/** DuckDB's own reader of PostgreSQL asks for pages of a table on disk, which there are none of here. */
const duckdbLines = ({ url, workbookId, table, token }: ToolPlace) =>
  `INSTALL httpfs;
LOAD httpfs;
CREATE SECRET bindery (TYPE http, BEARER_TOKEN '${token}', SCOPE '${url}');
SELECT * FROM read_csv('${url}/api/v1/workbooks/${workbookId}/tables/${encodeURIComponent(table)}/rows?format=csv&limit=10000');`

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

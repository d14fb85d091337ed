type Operation = { operationId: string; summary?: string; tags?: readonly string[]; 'x-scope'?: string }
type Described = { paths: Record<string, Record<string, Operation>> }

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation by what it is about, from the description of the API. */
export function referencePage({ paths }: Described): string {
  const lines = new Map<string, string[]>()
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, { operationId, summary = '', tags = [] }] of Object.entries(operations)) {
      if (!METHODS.includes(method)) continue
      const about = tags[0] ?? 'service'
      const line = `| \`${method.toUpperCase()} ${path}\` | ${summary.replaceAll('|', '\\|')} | \`${operationId}\` |`
      lines.set(about, [...(lines.get(about) ?? []), line])
    }
  }
  const parts = [...lines].sort(([a], [b]) => a.localeCompare(b)).map(([about, rows]) => section(about, rows))
  return `# API reference\n\n${INTRODUCTION}\n${parts.join('\n')}`
}

const INTRODUCTION =
  'Every operation, by what it is about. A service describes itself, with all its schemas, at `/docs/api`; the same as one document: [openapi.json](/openapi.json). The last column is what the operation is called in the SDKs.\n'

const section = (about: string, rows: readonly string[]) =>
  [`## ${about}`, '', '| Request | What it does | Operation |', '|---|---|---|', ...rows, ''].join('\n')

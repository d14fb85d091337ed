import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Body, Call } from '../../server/test/client.ts'
import { logInAgain, type Person } from '../../server/test/person.ts'
import type { Release } from './check-out-release.ts'

/** Every address of a release that can be read, asked on one node after another: a column it reads and lacks shows here. */
export type Sweep = {
  /** What a node answers before anything is changed. */
  learn: (url: string) => Promise<void>
  /** Says which addresses a node answers otherwise, and how many were asked. */
  compare: (url: string) => Promise<{ asked: number; faults: string[] }>
}

export type Known = { owner: Person; workbookId: string; table: string; source: string; version: string }

/** Without an end, or whole files: others ask for them. */
const LEFT_OUT = /\/events(?:\/stream)?$|\/bundle$|\/me\/data$|\/render$/
const QUERIES: Record<string, string> = {
  changes: 'since=1',
  a1: 'range=A1:B2',
  search: 'q=race',
}

type SweptAnswer = { status: number; fields: readonly string[] }

export function planSweep(release: Release, known: Known): Sweep {
  const addresses = addressesIn(release, known)
  const before = new Map<string, SweptAnswer>()
  const ask = async (call: Call, path: string): Promise<SweptAnswer> => {
    const { status, body } = await call('GET', path)
    return { status, fields: fieldsOf(body) }
  }
  return {
    learn: async (url) => {
      const { call } = await logInAgain(url, known.owner)
      for (const path of addresses) before.set(path, await ask(call, path))
      const failing = [...before].filter(([, { status }]) => status >= 500)
      if (failing.length > 0)
        throw new Error(`the old release fails by itself: ${failing.map(([path]) => path).join()}`)
    },
    compare: async (url) => {
      // On a busy machine an upgrade takes longer than a session.
      const { call } = await logInAgain(url, known.owner)
      const faults: string[] = []
      for (const [path, { status, fields }] of before) {
        const now = await ask(call, path)
        const missing = fields.filter((field) => !now.fields.includes(field))
        if (now.status !== status || missing.length > 0)
          faults.push(`${path}: ${status} before, ${now.status} now${missing.length > 0 ? `, without ${missing}` : ''}`)
      }
      return { asked: before.size, faults }
    },
  }
}

/** Those whose every name is known; others would only show that nothing is there. */
function addressesIn({ folder }: Release, { workbookId, table, source, version }: Known): string[] {
  // Safe: a document that the release wrote of itself.
  const { paths } = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8')) as { paths: Record<string, object> }
  const names: Record<string, string> = {
    workbook_id: workbookId,
    name: encodeURIComponent(table),
    source_name: encodeURIComponent(source),
    label: version,
    row_id: '1',
  }
  return Object.entries(paths)
    .filter(([path, methods]) => 'get' in methods && path.startsWith('/api/') && !LEFT_OUT.test(path))
    .map(([path]) => path.replace(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole))
    .filter((path) => !path.includes('{'))
    .map((path) => {
      const query = QUERIES[path.slice(path.lastIndexOf('/') + 1)]
      return query ? `${path}?${query}` : path
    })
}

const fieldsOf = (body: Body): string[] => (body !== null && typeof body === 'object' ? Object.keys(body) : [])

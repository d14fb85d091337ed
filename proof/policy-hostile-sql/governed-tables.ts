import { SCOPES } from '../../server/src/platform/caller.ts'
import { callAs } from '../../server/test/client.ts'
import { newMember, newWorkspace } from '../../server/test/control-plane.ts'
import { mintToken, newPerson, type Person } from '../../server/test/person.ts'
import { type Canary, numberCanary, textCanary } from '../policy-leaks/canaries.ts'

/** Columns that a policy hides. */
export type Names = { masked: string; maskedText: string; denied: string; deniedText: string }

/** A workbook whose visible cells are the same each time, and whose hidden ones are not. */
export type Tables = {
  url: string
  at: string
  /** Where clients of PostgreSQL connect. */
  pgPort: number
  /** Sees everything. A token: a session would end before a slow machine is through. */
  owner: Pick<Person, 'call'>
  /** A user with a token, from whom columns are hidden, and who may write transforms. */
  asker: string
  names: Names
  canaries: readonly Canary[]
}

export const TAGS = { masked: 'pay', denied: 'person' } as const
const ROWS = 12

/**
 * `n`: which of the twins. Their hidden values are others, in another order, and NULL in other rows. `hasHiddenRows`: behind the rows that
 * all see come others that a row policy hides, not as many in each twin.
 */
export async function newTables(
  { url, pgPort }: Pick<Tables, 'url' | 'pgPort'>,
  names: Names,
  n: number,
  { isGoverned, hasHiddenRows = false }: { isGoverned: boolean; hasHiddenRows?: boolean },
): Promise<Tables> {
  const owner = await newPerson(url)
  const workspace = await newWorkspace(owner)
  const asker = await newMember({ newPerson: (name?: string) => newPerson(url, name) }, owner, workspace, 'editor')
  const { body } = await owner.call('POST', '/api/v1/workbooks', { title: 'People', workspace_id: workspace })
  const at = `/api/v1/workbooks/${body.workbook_id}`
  const hidden = hiddenValues(n)
  const call = callWell(owner, at)
  await call('POST', '/tables', {
    name: 'people',
    columns: [
      { name: 'name' },
      { name: 'dept' },
      { name: 'amount', type: 'DECIMAL(10,2)' },
      { name: 'd', type: 'DATE' },
      { name: names.masked, type: 'INTEGER' },
      { name: names.maskedText },
      { name: names.denied },
      { name: names.deniedText },
    ],
  })
  await call('POST', '/tables', { name: 'teams', columns: [{ name: 'dept' }, { name: 'lead' }] })
  const rows = hidden.map(({ number, texts: [one, two, three] }, row) => ({
    name: `p${row}`,
    dept: 'abc'[row % 3],
    amount: `${row}.50`,
    d: `2026-01-0${1 + (row % 9)}`,
    [names.masked]: number?.value ?? null,
    [names.maskedText]: one?.value ?? null,
    [names.denied]: two?.value ?? null,
    [names.deniedText]: three?.value ?? null,
  }))
  const others = hasHiddenRows ? hiddenRows(n) : []
  await call('POST', '/tables/people/rows', {
    expected_version: null,
    rows: [...rows, ...others.map(({ row }) => row)],
  })
  await call('POST', '/tables/teams/rows', {
    expected_version: null,
    rows: [
      { dept: 'a', lead: 'p0' },
      { dept: 'b', lead: 'p1' },
    ],
  })
  await call('POST', '/transforms', {
    name: 'made',
    code: `SELECT name, "${names.maskedText}" AS kept FROM {{ p }}`,
    args: { p: 'people' },
  })
  for (const [column, tag] of [
    [names.masked, TAGS.masked],
    [names.maskedText, TAGS.masked],
    [names.denied, TAGS.denied],
    [names.deniedText, TAGS.denied],
  ])
    await call('POST', `/artifacts/people/columns/${column}/tags`, { tag })
  if (isGoverned) {
    await call('PUT', `/policies/${TAGS.masked}`, { effect: 'mask' })
    await call('PUT', `/policies/${TAGS.denied}`, { effect: 'deny' })
    for (const tag of Object.values(TAGS)) await call('PUT', `/policies/${tag}`, { effect: 'allow', role: 'admin' })
    const predicate = `'admin' in user.roles or dept != '${ELSEWHERE}'`
    if (hasHiddenRows) await call('PUT', '/policies/rows/people', { predicate })
  }
  const canaries = [
    ...hidden.flatMap(({ number, texts }) => [...(number ? [number] : []), ...texts]),
    ...others.map(({ canary }) => canary),
  ]
  const [own, theirs] = [await tokenOf(owner, 'account'), await tokenOf(asker, `workbook:${body.workbook_id}`)]
  return { url, at, pgPort, owner: { call: callAs(url, own) }, asker: theirs, names, canaries }
}

type Hidden = { number: Canary | null; texts: readonly Canary[] }

function hiddenValues(n: number): Hidden[] {
  const salt = `${n.toString(36)}${Date.now().toString(36).slice(-4)}`
  return Array.from({ length: ROWS }, (_, row) => {
    // Another order in each of the twins.
    const place = n % 2 === 0 ? row : (row * 5 + 3) % ROWS
    if (place === 4 + (n % 2)) return { number: null, texts: [] }
    const letter = String.fromCharCode(97 + place)
    return {
      number: numberCanary(735_134_401 + 2_000 * place + 98_000 * n),
      texts: ['ka', 'lo', 'mu'].map((start) => textCanary(`${letter}${start}${salt}${letter}vw`)),
    }
  })
}

/** The department of rows that a row policy hides. */
const ELSEWHERE = 'z'

/** Their names are canaries; amounts and days are such that they would change sums, counts, orders and extremes. */
function hiddenRows(n: number) {
  const salt = Date.now().toString(36).slice(-4)
  return Array.from({ length: 3 + 4 * (n % 2) }, (_, row) => {
    const canary = textCanary(`${String.fromCharCode(97 + row)}no${n}${salt}rw`)
    const amount = `${9_000 + 100 * n + row}.25`
    return { canary, row: { name: canary.value, dept: ELSEWHERE, amount, d: `2019-0${1 + row}-1${n % 2}` } }
  })
}

export function callWell(person: Pick<Person, 'call'>, at: string) {
  return async (method: string, path: string, body?: unknown) => {
    const answer = await person.call(method, `${at}${path}`, body)
    if (answer.status >= 400)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
}

/** A token does not reach the account of another user. */
const tokenOf = ({ call }: Person, resource: string) =>
  mintToken(
    call,
    SCOPES.filter((scope) => scope.startsWith('workbooks:')),
    resource,
  )

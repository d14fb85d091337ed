import type { Context } from '../../../platform/context.ts'
import { openAccount } from '../../accounts/open-account.ts'
import { invalidScim } from './scim.errors.ts'
import { listGroupMembers, listGroupsOfRecords, listScimGroups } from './scim-groups.store.ts'
import { presentScimGroup } from './scim-groups.ts'
import { filterResources, type Kind, type Resource, writeResource } from './scim-schemas.ts'
import { presentScimUser, userNameKey } from './scim-user.ts'
import { countScimUsers, type Found, listScimUsers, listScimUsersBy, type ScimUserRow } from './scim-users.store.ts'

export const MOST_RESULTS = 200
const MOST_FILTER_LENGTH = 2_000

export const listResponse = (resources: readonly Resource[], totalResults = resources.length, startIndex = 1) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

export type ListQuery = {
  filter?: string | undefined
  startIndex?: string | undefined
  count?: string | undefined
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

/** RFC 7644 3.4.3: what would be a query, as a body. */
export function searchOf(body: Resource): ListQuery {
  const { schemas, filter, startIndex, count, attributes, excludedAttributes } = body
  if (!Array.isArray(schemas) || !schemas.includes(SEARCH))
    throw invalidScim(`schemas must be ["${SEARCH}"].`, 'invalidSyntax')
  const text = (value: unknown) => (value === undefined || value === null ? undefined : String(value))
  return {
    filter: text(filter),
    startIndex: text(startIndex),
    count: text(count),
    attributes: text(attributes),
    excludedAttributes: text(excludedAttributes),
  }
}

const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'

/** A page of the users that a filter keeps, or of all. */
export const listUserRecords = async (ctx: Context, query: ListQuery) =>
  answer(ctx, query, [{ kind: 'User', ...(await pageOfUsers(ctx, query, pageOf(query))) }])

export const listGroupRecords = async (ctx: Context, query: ListQuery) =>
  answer(ctx, query, [{ kind: 'Group', ...(await pageOfGroups(ctx, query, pageOf(query))) }])

/** Both kinds in one list, users first. */
export async function listAllRecords(ctx: Context, query: ListQuery) {
  const page = pageOf(query)
  const users = await pageOfUsers(ctx, query, page)
  const rest = { offset: Math.max(0, page.offset - users.total), limit: page.limit - users.records.length }
  return answer(ctx, query, [
    { kind: 'User', ...users },
    { kind: 'Group', ...(await pageOfGroups(ctx, query, rest)) },
  ])
}

type Page = { offset: number; limit: number }
type Paged = { records: Resource[]; total: number }

async function pageOfUsers(ctx: Context, { filter }: ListQuery, { offset, limit }: Page): Promise<Paged> {
  const { accountId } = await openAccount(ctx)
  if (filter === undefined) {
    const [rows, total] = await Promise.all([
      listScimUsers(ctx.db, accountId, { limit, offset }),
      countScimUsers(ctx.db, accountId),
    ])
    return { records: await withGroups(ctx, accountId, rows), total }
  }
  const found = lookUp(filter)
  const rows = found ? await listScimUsersBy(ctx.db, accountId, found) : await listScimUsers(ctx.db, accountId, null)
  const records = await withGroups(ctx, accountId, rows)
  const kept = found ? records : filtered(records, filter)
  return { records: kept.slice(offset, offset + limit), total: kept.length }
}

async function pageOfGroups(ctx: Context, { filter }: ListQuery, { offset, limit }: Page): Promise<Paged> {
  const { accountId } = await openAccount(ctx)
  const rows = await listScimGroups(ctx.db, accountId)
  const read = async (some: typeof rows) => {
    const members = await listGroupMembers(
      ctx.db,
      accountId,
      some.map(({ groupId }) => groupId),
    )
    return some.map((row) =>
      presentScimGroup(
        ctx,
        row,
        members.filter(({ groupId }) => groupId === row.groupId),
      ),
    )
  }
  if (filter === undefined) return { records: await read(rows.slice(offset, offset + limit)), total: rows.length }
  // Members are read only where a filter asks about them.
  const needsMembers = filter.toLowerCase().includes('members')
  const records = needsMembers ? await read(rows) : rows.map((row) => presentScimGroup(ctx, row, []))
  const ids = new Set(filtered(records, filter).map(({ id }) => id))
  const kept = rows.filter((_, index) => ids.has(records[index]?.id))
  return { records: await read(kept.slice(offset, offset + limit)), total: kept.length }
}

async function withGroups(ctx: Context, accountId: string, rows: readonly ScimUserRow[]): Promise<Resource[]> {
  const groups = await listGroupsOfRecords(
    ctx.db,
    accountId,
    rows.map(({ scimUserId }) => scimUserId),
  )
  return rows.map((row) =>
    presentScimUser(
      row,
      groups.filter(({ scimUserId }) => scimUserId === row.scimUserId),
    ),
  )
}

/** What providers ask for each of their users, which an index answers. */
function lookUp(filter: string): Found | undefined {
  const [, name, text] = /^\s*(userName|externalId)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(filter) ?? []
  if (!name || !text) return undefined
  const value = textIn(text)
  return name.toLowerCase() === 'username' ? { userNameKey: userNameKey(value) } : { externalId: value }
}

function textIn(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    throw invalidScim('The text in the filter is not written as in JSON.', 'invalidFilter')
  }
}

function filtered(records: Resource[], filter: string): Resource[] {
  if (filter.length > MOST_FILTER_LENGTH)
    throw invalidScim(`A filter has at most ${MOST_FILTER_LENGTH} characters.`, 'invalidFilter')
  return filterResources(records, filter)
}

/** A place before the first is the first; no count is as many as there may be. */
function pageOf({ startIndex, count }: ListQuery): { offset: number; limit: number } {
  const first = startIndex === undefined ? 1 : integerIn('startIndex', startIndex)
  const most = count === undefined ? MOST_RESULTS : integerIn('count', count)
  return { offset: Math.max(first, 1) - 1, limit: Math.min(Math.max(most, 0), MOST_RESULTS) }
}

function integerIn(name: string, text: string): number {
  if (!/^-?\d{1,9}$/.test(text)) throw invalidScim(`${name} must be an integer.`)
  return Number(text)
}

function answer(ctx: Context, query: ListQuery, lists: readonly (Paged & { kind: Kind })[]) {
  const write = (kind: Kind) => (record: Resource) => writeResource(kind, ctx.settings.baseUrl, record, query)
  const resources = lists.flatMap(({ kind, records }) => records.map(write(kind)))
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  return listResponse(resources, total, pageOf(query).offset + 1)
}

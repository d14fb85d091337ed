import { type TUnknown, Type } from 'typebox'
import { lookAheadForTables } from '../../core/reading/look-ahead-for-tables.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { Answer, type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { notAcceptable } from '../../platform/http/http.errors.ts'
import { Id } from '../../platform/http/schema.ts'
import { toWireId } from '../../platform/ids.ts'
import { type JsonForm, jsonType, wantedFormat } from './media-type.ts'
import { metadataJson } from './model/metadata-json.ts'
import { metadataXml } from './model/metadata-xml.ts'
import { invalidOData } from './odata.errors.ts'
import { type Options, readOptions } from './query/read-options.ts'
import {
  countEntities,
  type EntityPage,
  MOST_PAGE_ROWS,
  type PagePlace,
  readEntities,
  readEntity,
  readNextPage,
} from './read-entities.ts'
import { readModel } from './read-model.ts'
import { rootAddress } from './root-address.ts'
import { entityJson, pageJson, propertyJson, rawValue, type Written } from './write-json.ts'

const AT = '/odata/{workbook_id}'
const AtWorkbook = Type.Object({ workbook_id: Id('wb') })
const AtSet = Type.Object({ workbook_id: Id('wb'), set: Type.String() })
const AtPart = Type.Object({ workbook_id: Id('wb'), set: Type.String(), part: Type.String() })
const AtValue = Type.Object({ workbook_id: Id('wb'), set: Type.String(), part: Type.String(), last: Type.String() })

/** All are texts, and read by `readOptions`, which refuses what it does not know. */
const AnyOptions = Type.Object<Record<string, TUnknown>>({})

const VERSION = { 'odata-version': '4.0' }
const JSON_ONLY = ['application/json']

/** Common to all: a token as the password, answers and problems in the forms of the protocol. */
const shared = {
  method: 'GET',
  scope: 'workbooks:read',
  ahead: lookAheadForTables,
  reach: { workbook: 'viewer' },
  query: AnyOptions,
  status: 200,
  produces: 'application/json',
  takesBasic: true,
  headers: VERSION,
  problemType: 'application/json',
  alsoSent: odataError,
} as const

type Headers = Readonly<Record<string, string | undefined>>

/** What is common to requests: which versions the client knows, what it asks for and how it wants it. */
function open(query: Record<string, unknown>, headers: Headers) {
  refuseIfOtherVersion(headers)
  const options = readOptions(query)
  const { json, isXml } = wantedFormat(options.format, headers.accept)
  return { options, json, isXml }
}

function jsonOf(json: JsonForm | null): JsonForm {
  if (!json) throw notAcceptable(JSON_ONLY)
  return json
}

function refuseIfOtherVersion(headers: Headers) {
  const most = headers['odata-maxversion']
  if (most !== undefined && !(Number.parseFloat(most) >= 4))
    throw invalidOData(`The service speaks OData 4.0, and OData-MaxVersion is ${most.slice(0, 20)}.`)
}

type ServiceRequest = {
  ctx: Context
  params: { workbook_id: string }
  query: Record<string, unknown>
  headers: Headers
}

async function serviceDocument({ ctx, params, query, headers }: ServiceRequest) {
  const form = jsonOf(open(query, headers).json)
  const sets = await readModel(ctx, params.workbook_id, false)
  const root = rootOf(ctx, params.workbook_id, headers)
  const value = sets.map(({ name, title }) => ({
    name,
    kind: 'EntitySet',
    url: encodeURIComponent(name),
    ...(name === title ? {} : { title }),
  }))
  const context = form.metadata === 'none' ? {} : { '@odata.context': `${root}/$metadata` }
  return answer(JSON.stringify({ ...context, value }), form)
}

async function metadata({ ctx, params, query, headers }: ServiceRequest) {
  const { options, json, isXml } = open(query, headers)
  if (!isXml && !json) throw notAcceptable(['application/xml', ...JSON_ONLY])
  const sets = await readModel(ctx, params.workbook_id, true)
  const isJson = options.format === undefined ? !isXml : json !== null
  const type = isJson ? 'application/json;charset=utf-8' : 'application/xml;charset=utf-8'
  return new Answer(200, isJson ? metadataJson(sets) : metadataXml(sets), { 'content-type': type })
}

const answer = (body: string, form: JsonForm, headers: Record<string, string> = {}) =>
  new Answer(200, body, { 'content-type': jsonType(form), ...headers })

const text = (body: string) => new Answer(200, body, { 'content-type': 'text/plain;charset=utf-8' })

const rootOf = ({ settings }: Context, workbookId: string, headers: Headers) =>
  `${rootAddress(settings.baseUrl, headers.host)}/odata/${toWireId('wb', workbookId)}`

/** `Sales`, or `Sales(7)` for one of its entities. */
function readSegment(segment: string): { set: string; rowId: string | null } {
  const [, set = segment, key] = /^([^()]+)\((?:\s*__svc_row_id\s*=)?\s*(\d{1,18})\s*\)$/.exec(segment) ?? []
  return { set, rowId: key ?? null }
}

type SetRequest = ServiceRequest & { params: { set: string }; gone: AbortSignal }

/** Rows of an entity set, page by page, or the entity whose key the path has. */
async function entities(asked: SetRequest) {
  const { ctx, params, query, headers, gone } = asked
  // Some clients escape the dollar, too.
  if (params.set === '$metadata') return metadata(asked)
  const { options, json } = open(query, headers)
  const form = jsonOf(json)
  const { set, rowId } = readSegment(params.set)
  const root = rootOf(ctx, params.workbook_id, headers)
  const written: Written = { root, set: encodeURIComponent(set), form }
  const preferred = preferredRows(headers.prefer)
  const pageRows = Math.min(preferred ?? MOST_PAGE_ROWS, MOST_PAGE_ROWS)
  const request = { workbookId: params.workbook_id, set, options, pageRows, gone }
  if (rowId !== null) {
    refuseIfGiven(query, ['$filter', '$orderby', '$apply', '$top', '$skip', '$count', '$skiptoken'])
    return answer(entityJson(await readEntity(ctx, request, rowId), written), form)
  }
  const list = listName(ctx, params.workbook_id, set, query)
  const page =
    options.skiptoken === undefined
      ? await readEntities(ctx, request)
      : // Safe: only a place that was written below can be read.
        await readNextPage(ctx, request, readCursor(ctx.keyring, list, options.skiptoken) as PagePlace)
  const nextLink = page.next && linkTo(written, query, writeCursor(ctx.keyring, list, page.next))
  return answer(pageJson(page, written, nextLink), form, {
    ...(preferred === undefined ? {} : { 'preference-applied': `odata.maxpagesize=${pageRows}` }),
  })
}

/** A token leads on in the list it was made for, and in no other. */
const listName = ({ caller }: Context, workbookId: string, set: string, query: Record<string, unknown>) =>
  JSON.stringify(['odata', caller.userId, workbookId, set, ...optionsIn(query)])

const optionsIn = (query: Record<string, unknown>): [string, string][] =>
  Object.entries(query).flatMap(([name, value]): [string, string][] =>
    name.startsWith('$') && name !== '$skiptoken' && name !== '$format' ? [[name, String(value)]] : [],
  )

function linkTo({ root, set }: Written, query: Record<string, unknown>, skiptoken: string): string {
  const format: [string, string][] = query.$format === undefined ? [] : [['$format', String(query.$format)]]
  const parts: [string, string][] = [...optionsIn(query), ...format, ['$skiptoken', skiptoken]]
  return `${root}/${set}?${parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}

function preferredRows(prefer: string | undefined): number | undefined {
  const count = Number(/(?:^|[\s,;])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})/i.exec(prefer ?? '')?.[1] ?? 0)
  return count > 0 ? count : undefined
}

function refuseIfGiven(query: Record<string, unknown>, names: readonly string[]) {
  const given = names.find((name) => query[name] !== undefined)
  if (given) throw invalidOData('It has no meaning for one entity.', given)
}

/** `Sales/$count`, or a property of one entity: `Sales(7)/amount`. */
async function part({ ctx, params, query, headers, gone }: SetRequest & { params: { part: string } }) {
  const { options, json } = open(query, headers)
  const { set, rowId } = readSegment(params.set)
  const request = { workbookId: params.workbook_id, set, options, pageRows: 1, gone }
  if (rowId === null) {
    if (params.part !== '$count') throw notFound('resource', `${params.set}/${params.part}`)
    refuseIfGiven(query, ['$top', '$skip', '$orderby', '$select', '$skiptoken'])
    return text(String(await countEntities(ctx, request)))
  }
  const form = jsonOf(json)
  const page = await property(ctx, { ...request, rowId, name: params.part })
  const written = { root: rootOf(ctx, params.workbook_id, headers), set: encodeURIComponent(set), form }
  const body = propertyJson(page, written, rowId)
  return body === null ? new Answer(204) : answer(body, form)
}

type PropertyRequest = Parameters<typeof readEntity>[1] & { rowId: string; name: string }

/** One that does not exist is not found, as every other path. */
async function property(ctx: Context, { rowId, name, ...request }: PropertyRequest): Promise<EntityPage> {
  const sets = await readModel(ctx, request.workbookId, false)
  const found = sets.find((set) => set.name === request.set)
  if (!found?.properties.some((one) => one.name === name)) throw notFound('property', name)
  const options: Options = { select: name, isCounted: false }
  return readEntity(ctx, { ...request, options }, rowId)
}

async function value({ ctx, params, query, headers, gone }: SetRequest & { params: { part: string; last: string } }) {
  open(query, headers)
  const { set, rowId } = readSegment(params.set)
  if (rowId === null || params.last !== '$value')
    throw notFound('resource', `${params.set}/${params.part}/${params.last}`)
  const request = { workbookId: params.workbook_id, set, options: readOptions({}), pageRows: 1, gone }
  const raw = rawValue(await property(ctx, { ...request, rowId, name: params.part }))
  return raw === null ? new Answer(204) : text(raw)
}

export const odataEndpoints: readonly Endpoint[] = [
  endpoint({
    ...shared,
    path: AT,
    operation: 'readODataService',
    summary: 'Entity sets of a workbook: its tables and views',
    params: AtWorkbook,
    handle: serviceDocument,
  }),
  endpoint({
    ...shared,
    path: `${AT}/`,
    operation: 'readODataRoot',
    summary: 'The same',
    params: AtWorkbook,
    handle: serviceDocument,
  }),
  endpoint({
    ...shared,
    path: `${AT}/$metadata`,
    operation: 'readODataMetadata',
    summary: 'Types of the entity sets, in CSDL',
    params: AtWorkbook,
    handle: metadata,
  }),
  endpoint({
    ...shared,
    path: `${AT}/{set}`,
    operation: 'readODataEntities',
    summary: 'Rows of a table or view, or one of them',
    params: AtSet,
    problems: [
      'invalid_odata',
      'unsupported_odata',
      'invalid_sql',
      'query_timeout',
      'result_expired',
      'result_invalidated',
    ],
    handle: entities,
  }),
  endpoint({
    ...shared,
    path: `${AT}/{set}/{part}`,
    operation: 'readODataPart',
    summary: 'How many rows there are, or a property of one',
    params: AtPart,
    problems: ['invalid_odata', 'unsupported_odata', 'invalid_sql', 'query_timeout'],
    handle: part,
  }),
  endpoint({
    ...shared,
    path: `${AT}/{set}/{part}/{last}`,
    operation: 'readODataValue',
    summary: 'A property of a row as plain text',
    params: AtValue,
    problems: ['invalid_odata', 'unsupported_odata', 'query_timeout'],
    handle: value,
  }),
]

/** A problem in the form of OData, for the member `error` that its clients read. */
function odataError(_status: number, { code, detail, suggested_fix: fix, option }: Record<string, unknown>) {
  return { error: { code, message: `${detail} ${fix}`, ...(typeof option === 'string' ? { target: option } : {}) } }
}

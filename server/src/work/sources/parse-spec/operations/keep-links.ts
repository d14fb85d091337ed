import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { findColumn } from '@bindery-data/spreadsheet/structure/correct/operation.ts'
import { impossibleOperation } from '../../sources.errors.ts'
import type { DocumentOperation } from './operations.schema.ts'

type Links = { operation: Extract<DocumentOperation, { op: 'keep_links' }>; place: number }

/** Columns of links as they were, and those that are asked for or given up now. */
export function withLinks(before: ParseSpec, after: ParseSpec, asked: readonly Links[]): ParseSpec {
  const kept = after.regions.map((region) => {
    const known = before.regions.find(({ region_id }) => region_id === region.region_id)
    return known ? withLinksOf(known, region) : region
  })
  return asked.reduce(withLinksAsked, { ...after, regions: kept })
}

/** Reading a region again knows nothing of the links that were asked for. */
function withLinksOf(known: Region, region: Region): Region {
  const linked = new Map(known.columns.map(({ source_column, link_to = null }) => [source_column, link_to]))
  const columns = region.columns.map((column) => {
    const name = linked.get(column.source_column) ?? null
    return name !== null && column.link_to == null ? { ...column, link_to: name } : column
  })
  return { ...region, columns }
}

function withLinksAsked(spec: ParseSpec, { operation, place }: Links): ParseSpec {
  const region = spec.regions.find(({ region_id }) => region_id === operation.region)
  if (!region) {
    const allowed = spec.regions.map(({ region_id }) => region_id)
    const message = `${operation.region} is no region of the file`
    throw impossibleOperation(place, { member: 'region', code: 'unknown_region', message, allowed })
  }
  const linked = findColumn(region, operation.column)
  if (!linked) {
    const allowed = region.columns.map(({ name }) => name)
    const message = `${operation.column} is no column of ${operation.region}`
    throw impossibleOperation(place, { member: 'column', code: 'unknown_column', message, allowed })
  }
  const link_to = operation.on ? (operation.name ?? `${linked.name}_link`) : null
  if (link_to !== null && region.columns.some(({ name }) => name === link_to)) {
    const message = `${link_to} is the name of another column`
    throw impossibleOperation(place, { member: 'name', code: 'duplicate', message, allowed: null })
  }
  const columns = region.columns.map((column) => (column === linked ? { ...column, link_to } : column))
  return { ...spec, regions: spec.regions.map((one) => (one === region ? { ...region, columns } : one)) }
}

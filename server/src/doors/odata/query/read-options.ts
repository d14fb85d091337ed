import { invalidOData, unsupportedOData } from '../odata.errors.ts'

/** The options of a request, as texts. */
export type Options = {
  filter?: string | undefined
  orderby?: string | undefined
  select?: string | undefined
  apply?: string | undefined
  top?: number | undefined
  skip?: number | undefined
  isCounted: boolean
  skiptoken?: string | undefined
  format?: string | undefined
}

const KNOWN = ['$filter', '$orderby', '$select', '$apply', '$top', '$skip', '$count', '$skiptoken', '$format']
const UNSUPPORTED = ['$expand', '$search', '$compute', '$deltatoken', '$id', '$index', '$schemaversion', '$levels']

/** Options of others are left alone; those of OData are known, or refused. */
export function readOptions(query: Readonly<Record<string, unknown>>): Options {
  for (const name of Object.keys(query)) {
    if (!name.startsWith('$') || KNOWN.includes(name)) continue
    if (UNSUPPORTED.includes(name)) throw unsupportedOData(`The option ${name}`)
    throw invalidOData(`There is no option ${name.slice(0, 50)}.`)
  }
  return {
    filter: textOf(query, '$filter'),
    orderby: textOf(query, '$orderby'),
    select: textOf(query, '$select'),
    apply: textOf(query, '$apply'),
    top: countOf(query, '$top'),
    skip: countOf(query, '$skip'),
    isCounted: flagOf(query, '$count'),
    skiptoken: textOf(query, '$skiptoken'),
    format: textOf(query, '$format'),
  }
}

function textOf(query: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = query[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value.trim() === '') throw invalidOData('One value is expected.', name)
  return value
}

function countOf(query: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const text = textOf(query, name)?.trim()
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw invalidOData('A number, 0 or more, is expected.', name)
  return Number(text)
}

function flagOf(query: Readonly<Record<string, unknown>>, name: string): boolean {
  const text = textOf(query, name)?.trim()
  if (text !== undefined && text !== 'true' && text !== 'false') throw invalidOData('true or false is expected.', name)
  return text === 'true'
}

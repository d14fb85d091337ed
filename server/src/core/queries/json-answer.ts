import { assertState } from '../../platform/errors.ts'
import { type Manifest, presentManifest } from './manifest.ts'
import { nextOffset } from './result.ts'
import type { AnsweredQuery } from './run-query.ts'

/** The first page of a query that was asked for as JSON, whose page is always held whole: its manifest, and its rows as JSON. */
export function jsonAnswer(answered: AnsweredQuery): { manifest: Manifest; rows: Buffer[] } {
  assertState('parts' in answered, 'a page of JSON is never streamed')
  const { result, pageRows, parts } = answered
  const page = { offset: 0, limit: result.limit, next: nextOffset(pageRows, result.rowCount) }
  return { manifest: presentManifest(result, 'json', page), rows: parts }
}

import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import { withNames } from '@bindery-data/spreadsheet/structure/correct/reshape-names.ts'
import { formatRange } from '../../../core/tables/ranges/a1-range.ts'
import type { Loader } from '../../../engine/loader/load-request.ts'
import { findWorkspaceFor } from '../../../people/accounts/workspaces/workspaces.store.ts'
import type { Context } from '../../../platform/context.ts'
import { isSkippedBy, type ParsedRules, parseRules, type Rule, ruleWarning } from './preprocess-rules.ts'
import { withStaleChecks } from './spec-checks.ts'
import { boxOf } from './spec-overrides.ts'

/** A proposal as the rules of the workspace want it; what is wrong with them becomes its warnings. */
export async function applyRules(
  spec: ParseSpec,
  { rules, warnings }: ParsedRules,
  loader: Loader,
): Promise<ParseSpec> {
  let ruled: ParseSpec = { ...spec, warnings: [...spec.warnings, ...warnings] }
  for (const rule of rules) ruled = await applyRule(ruled, rule, loader)
  return rules.length > 0 ? withStaleChecks(spec, ruled) : ruled
}

async function applyRule(spec: ParseSpec, rule: Rule, loader: Loader): Promise<ParseSpec> {
  const { reader } = spec
  switch (rule.kind) {
    case 'ignore-sheet':
      return withRegions(spec, (region) =>
        rule.sheet(region.sheet) ? { ...region, kind: 'ignore', outputs: [] } : region,
      )
    case 'ignore-rows':
      return withRegions(spec, (region) => (rule.sheet(region.sheet) ? withoutRows(region, rule) : region))
    case 'header':
      return { ...spec, regions: await Promise.all(spec.regions.map((region) => withHeader(region, rule, loader))) }
    case 'type':
      return withRegions(spec, (region) => ({
        ...region,
        columns: region.columns.map((column) =>
          rule.column(column.name) ? { ...column, type: rule.type, on_error: 'text' } : column,
        ),
      }))
    case 'null':
      return { ...spec, reader: { ...reader, null_values: [...new Set([...reader.null_values, rule.text])] } }
    case 'fiscal-year':
      return { ...spec, reader: { ...reader, fiscal_year_start_month: rule.month } }
    case 'rename':
      return withRegions(spec, (region) => withName(region, rule))
    case 'tag':
      return withWarning(spec, 'rule_not_applied', `No tags are kept yet: ${rule.tag} was put on no column.`)
    case 'structuring':
      return spec
  }
}

const withRegions = (spec: ParseSpec, change: (region: Region) => Region): ParseSpec => ({
  ...spec,
  regions: spec.regions.map(change),
})

const withWarning = (spec: ParseSpec, code: string, message: string): ParseSpec => ({
  ...spec,
  warnings: [...spec.warnings, ruleWarning(code, message)],
})

type Rows = { from: number; to: number }

/** Rows of the data that are left out. */
function withoutRows(region: Region, { from, to }: Rows): Region {
  const { top, bottom } = rowsOf(region.data_range)
  const first = Math.max(from, top)
  const rows = Array.from({ length: Math.max(0, Math.min(to, bottom) - first + 1) }, (_, n) => first + n)
  if (region.kind !== 'data' || rows.length === 0) return region
  const others = region.row_roles.map((role) => ({ ...role, rows: role.rows.filter((row) => !rows.includes(row)) }))
  return { ...region, row_roles: [...others.filter((role) => role.rows.length > 0), { rows, role: 'separator' }] }
}

/** The names of the columns stand in these rows, where they lie within the region; the data begins below them. */
async function withHeader(region: Region, rule: Rule & { kind: 'header' }, loader: Loader): Promise<Region> {
  const { left, right, top, bottom } = boxOf(region.range)
  const isMeant = region.kind === 'data' && rule.sheet(region.sheet) && rule.from - 1 >= top && rule.to - 1 < bottom
  if (!isMeant) return region
  const range = formatRange({ left, right, top: rule.from - 1, bottom: rule.to - 1 })
  const { cells } = await loader.ask({ kind: 'preview', sheet: region.sheet, range })
  const columns = region.columns.map((column) => {
    const place = boxOf(`${column.source_column}1`).left - left
    const texts = cells.map((row) => String(row[place]?.v ?? '').trim()).filter((text) => text !== '')
    const name = texts.join(region.header_join)
    return name === '' ? column : { ...column, header: name, name }
  })
  const header_rows = Array.from({ length: rule.to - rule.from + 1 }, (_, n) => rule.from + n)
  return { ...region, columns, header_rows, data_range: formatRange({ left, right, top: rule.to, bottom }) }
}

function withName(region: Region, { from, to }: { from: string; to: string }): Region {
  const columns = region.columns.map((column) => (column.name === from ? { ...column, name: to } : column))
  return { ...region, columns, reshape: withNames(region.reshape, new Map([[from, to]])) }
}

const rowsOf = (range: string) => {
  const { top, bottom } = boxOf(range)
  return { top: top + 1, bottom: bottom + 1 }
}

type Preprocessing = ParsedRules & { text: string | null; isSkipped: (filename: string) => boolean }

/** The rules of the workspace that a workbook lies in. */
export async function findPreprocessing(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  { workspaceId }: { workspaceId: string },
): Promise<Preprocessing> {
  const workspace = await findWorkspaceFor(db, workspaceId, caller.userId)
  const text = workspace?.preprocessRules ?? null
  const parsed = parseRules(text)
  return { ...parsed, text, isSkipped: (filename) => isSkippedBy(parsed.rules, filename) }
}

import type { ParseSpec, Region } from '@bindery-data/spreadsheet/parse-spec/parse-spec.ts'
import type { TemplateMiss, TemplateTaken } from '@bindery-data/spreadsheet/parse-spec/template-match.ts'
import { tablesOfRegions } from '@bindery-data/spreadsheet/parse-spec/united-outputs.ts'
import { presentArtifact, type VisibleArtifact } from '../../core/artifacts/read-artifacts.ts'
import { toWireId } from '../../platform/ids.ts'
import { presentCheck } from './parse-spec/table-check.schema.ts'
import type { Source } from './source.ts'
import { unionOfFiles } from './templates/shared-tables.ts'

/** A source and the names of the tables made of it. `isClosed`: something in the file is hidden from the caller. */
export type VisibleSource = { source: Source; tables: readonly string[]; isClosed: boolean }

export type Warning = { code: string; message: string; region_id: string | null; column: string | null; count: number }

export type Uploaded = {
  seen: VisibleSource
  artifacts: readonly VisibleArtifact[]
  isExisting: boolean
  warnings: readonly Warning[]
  creditsSpent: number
  /** Of what goes on behind the answer. */
  jobId: string | null
}

/** Of a file that is closed neither its hash nor its size leaves, which would confirm a guess, nor how it is read. */
export const presentSource = ({ source, tables, isClosed }: VisibleSource) => ({
  source_id: toWireId('src', source.sourceId),
  name: source.name,
  workbook_id: toWireId('wb', source.workbookId),
  filename: source.filename,
  content_type: source.contentType,
  size_bytes: isClosed ? null : source.sizeBytes,
  sha256: isClosed ? null : source.sha256,
  mode: source.mode,
  status: source.status,
  revision: source.revision,
  structuring: source.structuring,
  structuring_reason: source.structuringReason,
  provenance: { kind: source.provenance.kind, provider: source.provenance.provider, ref: source.provenance.ref },
  parse_spec: source.spec && !isClosed ? presentSummary(source.spec) : null,
  template: source.spec?.template && !isClosed ? presentTemplate(source.spec.template) : null,
  template_misses: isClosed ? [] : (source.spec?.template_misses ?? []).map(presentMiss),
  artifacts: tables,
  // It may name columns of the file.
  error: source.error === null || !isClosed ? source.error : 'the file could not be read',
  created_at: source.createdAt.toISOString(),
  updated_at: source.updatedAt.toISOString(),
  created_by: toWireId('usr', source.createdBy),
})

const presentTemplate = ({ template_id, name, why }: TemplateTaken) => ({ template_id, name, why: [...why] })

const presentMiss = ({ template_id, name, share, reasons }: TemplateMiss) => ({
  template_id,
  name,
  share,
  reasons: reasons.map(({ code, label, cell, message }) => ({ code, label, cell, message })),
})

/** What became of one of several files that came together. */
export function presentFile({ source, tables, isClosed }: VisibleSource, isExisting: boolean) {
  const { status, spec, error, filename, name } = source
  const { template, template_misses } = presentSource({ source, tables, isClosed })
  const isHeld = status === 'analyzed' && (spec?.template_misses ?? []).length > 0
  const made = spec?.template ? 'template' : spec && unionOfFiles(spec) ? 'united' : 'tables'
  const read = status === 'materialized' ? made : isHeld ? 'not_fitting' : 'kept'
  return {
    filename,
    source: name,
    outcome: status === 'failed' ? 'failed' : isExisting ? 'existing' : read,
    template: template && { template_id: template.template_id, name: template.name },
    template_misses,
    tables: [...tables],
    error: error === null || !isClosed ? error : 'the file could not be read',
  }
}

function presentSummary({ spec_version, revision, regions, warnings, check = [] }: ParseSpec) {
  const tablesOf = tablesOfRegions(regions)
  return {
    spec_version,
    revision,
    regions: regions.map((region) => presentRegion(region, tablesOf(region))),
    warnings: warnings.map(presentWarning),
    check: check.map(presentCheck),
  }
}

function presentRegion(
  { region_id, sheet, kind, layout, columns, needs_review = false, question = null }: Region,
  outputs: readonly string[],
) {
  return {
    region_id,
    sheet,
    kind,
    layout,
    rows: Math.max(0, ...columns.map(({ evidence }) => evidence.rows)),
    columns: columns.length,
    outputs: [...outputs],
    needs_review,
    question: question && {
      code: question.code,
      text: question.text,
      choices: question.choices.map(({ text }) => text),
    },
  }
}

export const presentWarning = ({ code, message, region_id, column, count }: Warning) => ({
  code,
  message,
  region_id,
  column,
  count,
})

export const presentUploaded = ({ seen, artifacts, isExisting, warnings, creditsSpent, jobId }: Uploaded) => ({
  source: presentSource(seen),
  artifacts: artifacts.map(presentArtifact),
  structuring: seen.source.structuring,
  structuring_reason: seen.source.structuringReason,
  credits_spent: creditsSpent,
  existing: isExisting,
  warnings: warnings.map(presentWarning),
  ...(jobId === null ? {} : { job_id: toWireId('job', jobId) }),
})

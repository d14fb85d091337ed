import type { Api } from './api.ts'
import { type Download, downloadOf } from './download.ts'
import type { FileInput } from './file-input.ts'
import type { Operations } from './generated/types.ts'
import type { CallOptions } from './send.ts'

type Materializing = Operations['materializeSource']['body']
type Correction = Operations['correctParseSpec']['body']
type Patch = Operations['patchParseSpec']['body']
type SourceEditOptions = NonNullable<Operations['editSource']['body']>
type FileEdits = NonNullable<SourceEditOptions['edits']>
type RowEdits = NonNullable<SourceEditOptions['rows']>
type SetCells = Operations['whatIf']['body']['set']

type ReviseOptions = { expected_versions?: Readonly<Record<string, number>> | undefined }
type EditOptions = { dry_run?: boolean | undefined; expected_revision?: number | undefined }

/** An uploaded file: how it is read, and how that is corrected. */
export function sourceOf(api: Api, workbookId: string, name: string) {
  const at = { workbook_id: workbookId, source_name: name }
  return {
    name,
    read: (options: CallOptions = {}) => api.readSource({ ...at, ...options }),
    /** Cells as the file has them. */
    preview: (options: CallOptions & { sheet?: string | undefined; range?: string | undefined } = {}) =>
      api.previewSource({ ...at, ...options }),
    /** The file in one text: what stands where, and what looks wrong. */
    map: (options: CallOptions & { sheet?: string | undefined; max_tokens?: number | undefined } = {}) =>
      api.mapSource({ ...at, ...options }),
    /** Cells that hold a text. */
    findCells: (
      find: string,
      options: CallOptions & {
        sheet?: string | undefined
        look_in?: 'values' | 'formulas' | undefined
        limit?: number | undefined
      } = {},
    ) => api.findSourceCells({ ...at, find, ...options }),
    analyze: (options: CallOptions & { keep_overrides?: boolean | undefined } = {}) =>
      api.analyzeSource({ ...at, ...options }),
    /** With `preview` also the first rows as they are read by it. */
    parseSpec: (options: CallOptions & { preview?: boolean | undefined } = {}) =>
      api.readParseSpec({ ...at, ...options }),
    correct: (spec: Correction, options: CallOptions & { preview?: boolean | undefined } = {}) =>
      api.correctParseSpec({ ...at, body: spec, ...options }),
    /** Operations on how it is read; what follows from them the service derives. With `dry_run` nothing is kept. */
    patch: (
      body: Patch,
      options: CallOptions & { preview?: boolean | undefined; dry_run?: boolean | undefined } = {},
    ) => api.patchParseSpec({ ...at, body, ...options }),
    materialize: (body: Materializing = {}, options: CallOptions = {}) =>
      api.materializeSource({ ...at, body, ...options }),
    /** A later edition of the same file, read in the same way. Tables that were edited since give way at these versions only, else 409. */
    revise: (file: FileInput, { expected_versions: seen, ...options }: CallOptions & ReviseOptions = {}) =>
      api.reviseSource({ ...at, body: { file, ...(seen && { expected_versions: JSON.stringify(seen) }) }, ...options }),
    /** Changes cells of an xlsx file; all else in it stays byte for byte. With `dry_run` it only answers what would change. `rows` come and go before. */
    edit: (
      edits: FileEdits,
      {
        rows,
        dry_run,
        expected_revision,
        ...options
      }: CallOptions & EditOptions & { rows?: RowEdits | undefined } = {},
    ) => {
      const cells = edits.length > 0 ? { edits } : {}
      return api.editSource({ ...at, body: { ...cells, rows, dry_run, expected_revision }, ...options })
    },
    /** The file as it was in an older revision becomes the next one. */
    restore: (revision: number, { dry_run, expected_revision, ...options }: CallOptions & EditOptions = {}) =>
      api.editSource({ ...at, body: { restore_revision: revision, dry_run, expected_revision }, ...options }),
    /** What its formulas would give if cells were others. Nothing is written. */
    whatIf: (set: SetCells, options: CallOptions = {}) => api.whatIf({ ...at, body: { set }, ...options }),
    download: async (options: CallOptions = {}): Promise<Download> =>
      downloadOf(await api.downloadSource({ ...at, ...options }), name),
  }
}

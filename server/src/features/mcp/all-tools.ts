import type { Tool } from './tool.ts'
import { describeTable, listWorkbooks, searchData } from './tools/catalog-tools.ts'
import { createChart } from './tools/chart-tools.ts'
import { getLineage, recompute, runTransform } from './tools/derive-tools.ts'
import { exportFile, listConflicts, resolveConflict } from './tools/exchange-tools.ts'
import { materializeSource, previewSource, uploadFile } from './tools/file-tools.ts'
import { correctParse, getParseSpec } from './tools/parse-tools.ts'
import { getResultPage, query } from './tools/query-tools.ts'
import { editRows, readRows, undoOperation } from './tools/row-tools.ts'

/** Every tool, in the order of common work. More than twenty would cost agents more than they give. */
export const TOOLS: readonly Tool[] = [
  listWorkbooks,
  searchData,
  describeTable,
  query,
  getResultPage,
  readRows,
  editRows,
  undoOperation,
  uploadFile,
  previewSource,
  getParseSpec,
  correctParse,
  materializeSource,
  runTransform,
  recompute,
  getLineage,
  createChart,
  exportFile,
  listConflicts,
  resolveConflict,
]

import type { Tool } from './tool.ts'
import { describeTable, listWorkbooks, searchData } from './tools/catalog-tools.ts'
import { createChart } from './tools/chart-tools.ts'
import { readCompany } from './tools/company-tools.ts'
import { getLineage, recompute, runTransform } from './tools/derive-tools.ts'
import { editFile, whatIf } from './tools/edit-file-tools.ts'
import { exportFile, listConflicts, resolveConflict } from './tools/exchange-tools.ts'
import { explainCell } from './tools/explain-tools.ts'
import { materializeSource, uploadFile } from './tools/file-tools.ts'
import { findCells, inspectWorkbook, readCells } from './tools/inspect-tools.ts'
import { listLinks } from './tools/link-tools.ts'
import { listNotifications, markNotificationsRead } from './tools/notification-tools.ts'
import { correctParse, getParseSpec } from './tools/parse-tools.ts'
import { proposeRows, readProposals } from './tools/proposal-tools.ts'
import { getResultPage, query } from './tools/query-tools.ts'
import { askQuestion, listQuestions, saveQuestion } from './tools/question-tools.ts'
import { editRows, readRows, undoOperation } from './tools/row-tools.ts'
import { getRules, sendQuarantined, setRules } from './tools/rule-tools.ts'
import { listTemplates, saveTemplate } from './tools/template-tools.ts'

/** Every tool, in the order of common work. Each costs an agent some hundred tokens: a new one must spare it more calls than that. */
export const TOOLS: readonly Tool[] = [
  listWorkbooks,
  searchData,
  inspectWorkbook,
  describeTable,
  query,
  getResultPage,
  listQuestions,
  askQuestion,
  saveQuestion,
  readRows,
  editRows,
  undoOperation,
  proposeRows,
  readProposals,
  getRules,
  setRules,
  sendQuarantined,
  uploadFile,
  readCells,
  findCells,
  explainCell,
  whatIf,
  editFile,
  getParseSpec,
  correctParse,
  materializeSource,
  listTemplates,
  saveTemplate,
  runTransform,
  recompute,
  getLineage,
  createChart,
  listLinks,
  exportFile,
  listConflicts,
  resolveConflict,
  listNotifications,
  markNotificationsRead,
  readCompany,
]

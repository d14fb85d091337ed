import type { Command } from './command.ts'
import { bundle, restore } from './commands/bundles.ts'
import { comment, comments } from './commands/comments.ts'
import { domains, groupRoles } from './commands/companies.ts'
import { completionOf } from './commands/completion.ts'
import { correct } from './commands/correct.ts'
import { doctor } from './commands/doctor.ts'
import { editFile, whatIf } from './commands/edit-file.ts'
import { exportTables, merge } from './commands/files.ts'
import { policies, policy, rowPolicies, rowPolicy } from './commands/governance.ts'
import { commit, diff, revert, versions } from './commands/history.ts'
import { inspect } from './commands/inspect.ts'
import { link, links, unlink } from './commands/links.ts'
import { listen } from './commands/listen.ts'
import { login, logout, whoami } from './commands/login.ts'
import { materialize } from './commands/materialize.ts'
import { notifications } from './commands/notifications.ts'
import { ask, dashboards, questions, views } from './commands/presentations.ts'
import { proposals, propose } from './commands/proposals.ts'
import { query } from './commands/query.ts'
import { rules, send } from './commands/rules.ts'
import { rows, tables } from './commands/tables.ts'
import { templates } from './commands/templates.ts'
import { upload } from './commands/upload.ts'
import { create, use, workbooks } from './commands/workbooks.ts'

/** All commands, in the order in which people meet them. */
export const COMMANDS: readonly Command[] = [
  login,
  logout,
  whoami,
  workbooks,
  create,
  use,
  upload,
  inspect,
  whatIf,
  editFile,
  correct,
  materialize,
  templates,
  tables,
  rows,
  query,
  views,
  questions,
  ask,
  dashboards,
  links,
  link,
  unlink,
  comments,
  comment,
  notifications,
  rules,
  send,
  propose,
  proposals,
  exportTables,
  merge,
  versions,
  commit,
  diff,
  revert,
  policies,
  policy,
  rowPolicies,
  rowPolicy,
  domains,
  groupRoles,
  listen,
  bundle,
  restore,
  doctor,
  completionOf(() => COMMANDS),
]

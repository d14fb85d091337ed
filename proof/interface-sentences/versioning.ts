import { interfaceTests, sayIn, serverTests } from '../sentences/sentence.ts'

/** Versioning: addresses, versions of tables, snapshots and versions of workbooks. */
const say = sayIn('Versioning')

const undo = serverTests('core/tables/history/undo')
const restore = serverTests('work/snapshots/restore')

export const VERSIONING_SENTENCES = [
  say(
    'the data plane is under /api/v1, the control plane under /api/control without a version',
    interfaceTests('answers')(
      'the data plane lives under /api/v1 and the control plane under /api/control without a version',
    ),
  ),
  say(
    'a table has an edit_version that every write names',
    interfaceTests('writes')(
      '%s %s of a table is refused without expected_version, and with another than the current one',
    ),
    serverTests('core/tables/tables')('a table > is created empty, at version 1, and read back with its columns'),
  ),
  say(
    'snapshots and versions pin the state of a workbook',
    serverTests('work/snapshots/as-of')(
      'rows are read as they were, by snapshot and by version, whatever was edited since',
    ),
  ),
  say(
    'restoring a snapshot and reverting to a version are operations of their own',
    restore('a snapshot is restored > with names, columns, rows and row ids, in one commit that history shows'),
    restore('a version is reverted to by its label'),
  ),
  say(
    'both need workbooks:delete',
    serverTests('people/credentials/authentication')(
      'scopes > restoring a snapshot and reverting a version need workbooks:delete',
    ),
  ),
  say(
    'reverting makes derived tables again by running what made them',
    interfaceTests('tables')(
      'reverting to a version runs the transforms again, so that derived tables are those of the version',
    ),
  ),
  say(
    'row edits are in the op log and can be undone',
    undo('undo > brings updated cells back, and is an op of its own'),
    serverTests('core/tables/history/history')(
      'history > of a row tells every cell that changed, newest first, and by whom',
    ),
  ),
]

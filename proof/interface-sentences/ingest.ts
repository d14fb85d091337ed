import { interfaceTests, sayIn, serverTests, testsIn } from '../sentences/sentence.ts'

/** What the service does: rules 6 and 7, how a file becomes tables and what they are called. */
const say = sayIn('What the service does')

const sources = interfaceTests('sources')
const structuring = serverTests('work/sources/ingest/structuring/structuring')
const credits = serverTests('work/sources/ingest/structuring/structuring-credits')
const reports = testsIn('spreadsheet/src/structure/tables/report/report-tables.test.ts')
const readings = testsIn('spreadsheet/src/structure/readings/rank-readings.test.ts')
const files = testsIn('spreadsheet/src/structure/structure-file.test.ts')

const PROMOTED =
  'structured tables take over the name of their file; the raw ones are archived, and lineage leads back to them'

const REPORT = 'a report with subtotals becomes a table for each level, one of computed lines and one of its accounts'

export const INGEST_SENTENCES = [
  say(
    'rule 6: mode auto keeps a faithful raw copy of each sheet below its structured tables',
    structuring('every value of a table leads back to its cell, in raw tables and in structured ones'),
  ),
  say('rule 6: structured tables take the name of the file', structuring(PROMOTED)),
  say('rule 6: raw tables become archived and stay in the registry', structuring(PROMOTED)),
  say('rule 6: lineage leads from structured tables to raw ones', structuring(PROMOTED)),
  say(
    'rule 6: an archived table can be brought back',
    structuring('an archived raw table comes back under a name of its own, and is the sheet as it is'),
  ),
  say(
    'rule 6: with defer the raw tables are there first and are promoted later',
    structuring(
      'structuring=defer lands the raw tables first and swaps them when structuring is done, which events tell',
    ),
  ),
  say(
    'rule 6: nothing is promoted once something was derived from a raw table',
    structuring('a raw table in use keeps its name: what was deferred is not promoted'),
  ),
  say(
    'rule 7: titles and notes around tables are a table of their own, named after the sheet',
    sources('titles and notes around a table are a table of their own, named after the sheet'),
  ),
  say(
    'rule 7: periods across columns become rows',
    sources('periods across columns become rows, one for each period'),
    readings('months across the columns of a workbook become rows'),
    testsIn('server/src/engine/loader-program/stage-spec.test.ts')(
      'periods across columns become rows where the spec says so, totals stay out, and texts are as they stand',
    ),
  ),
  say(
    'rule 7: a report with subtotals becomes one table a level',
    sources(REPORT),
    reports('a report becomes a table a level, one of what is computed, and one of its accounts'),
  ),
  say(
    'rule 7: computed totals of a level go into a table of their own',
    sources(REPORT),
    reports('a report becomes a table a level, one of what is computed, and one of its accounts'),
  ),
  say(
    'rule 7: the account tree is a table of its own',
    sources(REPORT),
    reports('a report becomes a table a level, one of what is computed, and one of its accounts'),
  ),
  say(
    'rule 7: a sheet that is one table is not split and takes the name of the file',
    files('a file that is one table and nothing else gives the table its name'),
  ),
  say(
    'rule 7: structuring spends credits of the workbook',
    credits('structuring spends credits once: the same content is structured in another workbook for nothing'),
  ),
  say(
    'rule 7: the same content again is structured without a charge',
    credits('structuring spends credits once: the same content is structured in another workbook for nothing'),
  ),
  say('rule 7: skip leaves each sheet as it is', structuring('structuring=skip lands each sheet as it is')),
  say('rule 7: skip is free', credits('structuring=skip costs nothing')),
]

import type { Region, Reshape } from '../../../parse-spec/parse-spec.ts'
import type { Sheet } from '../../sheet.ts'
import type { Relation } from '../relation.ts'
import { explode } from './explode.ts'
import { fillDown } from './fill-down.ts'
import { withHeads } from './heads.ts'
import { joinLines } from './join-lines.ts'
import { melt } from './melt.ts'
import { pivot } from './pivot.ts'
import { subtitle } from './subtitle.ts'
import { transpose } from './transpose.ts'
import { wideToLong } from './wide-to-long.ts'

/** The steps of a spec, one after the other. */
export function applyReshape(sheet: Sheet, region: Region, relation: Relation): Relation {
  let reshaped = region.orientation === 'columns' ? transpose(relation, region.header_rows.length > 0) : relation
  for (const step of stepsOf(region)) reshaped = applyStep(sheet, region, reshaped, withTotalColumn(region, step))
  return reshaped
}

/** What tells totals apart stands beside each of the values that a step takes apart. */
const withTotalColumn = ({ total_column: name }: Region, step: Reshape): Reshape =>
  name !== undefined && 'id_columns' in step ? { ...step, id_columns: [...step.id_columns, name] } : step

export function stepsOf({ reshape }: Pick<Region, 'reshape'>): readonly Reshape[] {
  if (reshape === null) return []
  return 'kind' in reshape ? [reshape] : reshape
}

function applyStep(sheet: Sheet, region: Region, relation: Relation, step: Reshape): Relation {
  switch (step.kind) {
    case 'unpivot':
    case 'stack':
      return melt(relation, step)
    case 'wide_to_long':
      return wideToLong(relation, step)
    case 'transpose':
      return transpose(relation, region.header_rows.length > 0, step.labels)
    case 'pivot':
      return pivot(relation, step)
    case 'fill_down':
      return fillDown(relation, step.columns)
    case 'explode':
      return explode(sheet, relation, step)
    case 'subtitle':
      return subtitle(sheet, region, relation, step.name_to)
    case 'heads':
      return withHeads(sheet, region, relation, step)
    case 'join_lines':
      return joinLines(relation, step)
  }
}

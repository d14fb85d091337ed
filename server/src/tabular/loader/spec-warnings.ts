import type { Region, SpecWarning } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'

/** What a spec asks for and is not done yet is told: nobody may believe that it was. */
export function notApplied(region: Region): SpecWarning[] {
  const asked: readonly (readonly [what: string, isAsked: boolean])[] = [
    ['reshape', region.reshape !== null],
    ['orientation', region.orientation === 'columns'],
    ['hierarchy', region.hierarchy !== null],
    ['row_roles', region.row_roles.length > 0],
    ['unit', region.unit !== null && region.unit.scale !== 1],
    ['outputs', region.outputs.length > 1],
  ]
  return asked
    .filter(([, isAsked]) => isAsked)
    .map(([what]) => ({
      code: 'not_applied',
      region_id: region.region_id,
      column: null,
      count: 1,
      message: `${what} of this region is kept and not applied: its rows land as they stand in the sheet.`,
    }))
}

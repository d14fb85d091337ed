import type { Region, SpecWarning } from '@bindery/spreadsheet/parse-spec/parse-spec.ts'

export const regionWarning = ({ region_id }: Region, code: string, count: number) => ({
  code,
  region_id,
  column: null,
  count,
})

/** What a spec asks for and cannot be done is told: nobody may believe that it was. */
export const tooLargeToShape = (region: Region): SpecWarning => ({
  ...regionWarning(region, 'not_applied', 1),
  message: 'The sheet is too large to be reshaped: the rows of this region land as they stand.',
})

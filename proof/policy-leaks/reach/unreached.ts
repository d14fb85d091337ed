/** Codes that routes declare and the proof cannot bring about, with why. A pair is named `operation code`, a code alone stands for all its routes. */
export const UNREACHED_BECAUSE: Readonly<Record<string, string>> = {
  branch_too_large: 'a branch of more than 100,000 rows would take minutes to fill',
  export_too_large: 'a sheet of more than 1,048,575 rows would take minutes to fill',
  too_many_rows: 'a file of more than 100,000 rows would take minutes',
}

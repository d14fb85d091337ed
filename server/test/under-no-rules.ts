import { type RulesChecked, rulesChecked } from '../src/engine/table/rules-checked.ts'

/** Good only in a workbook that never had a rule. */
export const UNDER_NO_RULES: RulesChecked = rulesChecked(0, [])

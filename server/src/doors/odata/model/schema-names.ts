/** Types have a namespace without anything else in it: a table may have any name. */
export const TYPE_NAMESPACE = 'Workbook'
export const OWN_NAMESPACE = 'Bindery'
export const CONTAINER = 'Container'
/** The annotation that has the real name of a table or column. */
export const REAL_NAME = 'RealName'

/** How clients of the catalog tell errors apart, by status. */
const TYPES: Readonly<Record<number, string>> = {
  400: 'BadRequestException',
  401: 'NotAuthorizedException',
  403: 'ForbiddenException',
  404: 'NoSuchTableException',
  405: 'UnsupportedOperationException',
  410: 'NoSuchTableException',
  422: 'BadRequestException',
  501: 'UnsupportedOperationException',
  503: 'ServiceUnavailableException',
}

/** A problem in the form of the Iceberg REST catalog, for the member `error` that its clients read. */
export function icebergError(status: number, { detail, suggested_fix: fix, resource }: Record<string, unknown>) {
  const type = resource === 'workbook' ? 'NoSuchNamespaceException' : (TYPES[status] ?? 'InternalServerError')
  return { error: { message: `${detail} ${fix}`, type, code: status } }
}

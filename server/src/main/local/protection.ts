/** What stands between a file or a query and this machine, in a sentence or two. */
export function describeProtection({ isSandboxed }: { isSandboxed: boolean }, platform: NodeJS.Platform): string {
  if (isSandboxed)
    return 'Files and queries run in sandboxed processes without network and without files of this machine; nothing is sent to other machines.'
  const why =
    platform === 'linux'
      ? 'The sandbox does not hold on this machine (`bindery check` says why)'
      : `There is no sandbox on ${platform === 'darwin' ? 'macOS' : platform === 'win32' ? 'Windows' : platform}`
  return `${why}. SQL of agents passes the gate (one SELECT, known tables and functions) and DuckDB runs with locked settings and without files; Python does not run; nothing is sent to other machines. What does not protect here: a fault in DuckDB or in the reading of a hostile file could reach what your user can. Open only files that you trust.`
}

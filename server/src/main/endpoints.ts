import { accountEndpoints } from '../doors/http/accounts/accounts.routes.ts'
import { invitationEndpoints } from '../doors/http/accounts/invitations.routes.ts'
import { workspaceMemberEndpoints } from '../doors/http/accounts/members.routes.ts'
import { workspaceEndpoints } from '../doors/http/accounts/workspaces.routes.ts'
import { artifactEndpoints } from '../doors/http/artifacts/artifacts.routes.ts'
import { artifactListEndpoints } from '../doors/http/artifacts/read-artifacts.routes.ts'
import { billingEndpoints } from '../doors/http/billing/billing.routes.ts'
import { paymentEventEndpoints } from '../doors/http/billing/payment-events.routes.ts'
import { branchEndpoints } from '../doors/http/branches/branches.routes.ts'
import { bundleEndpoints } from '../doors/http/bundles/bundles.routes.ts'
import { catalogEndpoints } from '../doors/http/catalog/catalog.routes.ts'
import { searchEndpoints } from '../doors/http/catalog/search.routes.ts'
import { chartEndpoints } from '../doors/http/charts/charts.routes.ts'
import { chartMakingEndpoints } from '../doors/http/charts/making-charts.routes.ts'
import { citationEndpoints } from '../doors/http/citations/citations.routes.ts'
import { closingEndpoints } from '../doors/http/closing/closing.routes.ts'
import { cloudFileEndpoints } from '../doors/http/cloud-files/cloud-files.routes.ts'
import { drivePageEndpoints } from '../doors/http/cloud-files/drive-pages.routes.ts'
import { commentEndpoints } from '../doors/http/comments/comments.routes.ts'
import { accountLogEndpoints } from '../doors/http/companies/account-log.routes.ts'
import { accountPolicyEndpoints } from '../doors/http/companies/account-policies.routes.ts'
import { domainEndpoints } from '../doors/http/companies/domains.routes.ts'
import { groupRoleEndpoints } from '../doors/http/companies/group-roles.routes.ts'
import { workspaceSettingsEndpoints } from '../doors/http/companies/workspace-settings.routes.ts'
import { conflictEndpoints } from '../doors/http/conflicts/conflicts.routes.ts'
import { keyEndpoints, tokenEndpoints } from '../doors/http/credentials/tokens-and-keys.routes.ts'
import { usageEndpoints } from '../doors/http/credentials/usage.routes.ts'
import { dashboardEndpoints } from '../doors/http/dashboards/dashboards.routes.ts'
import { erasureEndpoints } from '../doors/http/erasure/erasure.routes.ts'
import { deliveryEndpoints } from '../doors/http/events/deliveries.routes.ts'
import { eventEndpoints } from '../doors/http/events/events.routes.ts'
import { streamEndpoints } from '../doors/http/events/stream.routes.ts'
import { webhookEndpoints } from '../doors/http/events/webhooks.routes.ts'
import { exportEndpoints } from '../doors/http/exports/exports.routes.ts'
import { cloudLinkEndpoints } from '../doors/http/file-links/cloud-links.routes.ts'
import { fileLinkEndpoints } from '../doors/http/file-links/file-links.routes.ts'
import { versionContentEndpoints } from '../doors/http/file-links/version-contents.routes.ts'
import { heldContentEndpoints } from '../doors/http/held-content/held-content.routes.ts'
import { heldContentPageEndpoints } from '../doors/http/held-content/held-content-pages.routes.ts'
import { jobEndpoints } from '../doors/http/jobs/jobs.routes.ts'
import { lineageEndpoints } from '../doors/http/lineage/lineage.routes.ts'
import { linkEndpoints } from '../doors/http/links/links.routes.ts'
import { sharedEndpoints } from '../doors/http/links/shared.routes.ts'
import { meEndpoints } from '../doors/http/me/me.routes.ts'
import { notificationEndpoints } from '../doors/http/notifications/notifications.routes.ts'
import { opEndpoints } from '../doors/http/ops/ops.routes.ts'
import { classificationEndpoints } from '../doors/http/policies/classifications.routes.ts'
import { governanceEndpoints } from '../doors/http/policies/governance.routes.ts'
import { policyEndpoints } from '../doors/http/policies/policies.routes.ts'
import { rowPolicyEndpoints } from '../doors/http/policies/row-policies.routes.ts'
import { queryEndpoints } from '../doors/http/queries/queries.routes.ts'
import { questionEndpoints } from '../doors/http/questions/questions.routes.ts'
import { reviewEndpoints } from '../doors/http/review/review.routes.ts'
import { ruleEndpoints } from '../doors/http/rules/rules.routes.ts'
import { savedViewEndpoints } from '../doors/http/saved-views/saved-views.routes.ts'
import { deviceEndpoints } from '../doors/http/sessions/device.routes.ts'
import { formEndpoints } from '../doors/http/sessions/forms.routes.ts'
import { invitationPageEndpoints } from '../doors/http/sessions/invitation-pages.routes.ts'
import { invitationAcceptanceEndpoints } from '../doors/http/sessions/invitations.routes.ts'
import { oidcEndpoints } from '../doors/http/sessions/oidc.routes.ts'
import { pageEndpoints } from '../doors/http/sessions/pages.routes.ts'
import { passwordEndpoints } from '../doors/http/sessions/password.routes.ts'
import { sessionEndpoints } from '../doors/http/sessions/sessions.routes.ts'
import { sheetEndpoints } from '../doors/http/sheets/sheets.routes.ts'
import { restoreEndpoints } from '../doors/http/snapshots/restore.routes.ts'
import { snapshotEndpoints } from '../doors/http/snapshots/snapshots.routes.ts'
import { editSourceEndpoints } from '../doors/http/sources/edit.routes.ts'
import { fetchedSourceEndpoints } from '../doors/http/sources/fetched-sources.routes.ts'
import { inspectEndpoints } from '../doors/http/sources/inspect.routes.ts'
import { originEndpoints } from '../doors/http/sources/origins.routes.ts'
import { parseSpecEndpoints } from '../doors/http/sources/parse-spec.routes.ts'
import { quarantineEndpoints } from '../doors/http/sources/quarantine.routes.ts'
import { sourceEndpoints } from '../doors/http/sources/sources.routes.ts'
import { templateEndpoints } from '../doors/http/sources/templates.routes.ts'
import { uploadEndpoints } from '../doors/http/sources/uploads.routes.ts'
import { summaryEndpoints } from '../doors/http/summaries/summaries.routes.ts'
import { a1Endpoints } from '../doors/http/tables/a1.routes.ts'
import { annotationEndpoints } from '../doors/http/tables/annotations.routes.ts'
import { columnEndpoints } from '../doors/http/tables/columns.routes.ts'
import { findEndpoints } from '../doors/http/tables/find.routes.ts'
import { historyEndpoints } from '../doors/http/tables/history.routes.ts'
import { profileEndpoints } from '../doors/http/tables/profile.routes.ts'
import { proposalEndpoints } from '../doors/http/tables/proposals.routes.ts'
import { rowEndpoints } from '../doors/http/tables/rows.routes.ts'
import { schemaEndpoints } from '../doors/http/tables/schema.routes.ts'
import { syncBindingEndpoints } from '../doors/http/tables/sync-bindings.routes.ts'
import { tableEndpoints } from '../doors/http/tables/tables.routes.ts'
import { trashEndpoints } from '../doors/http/tables/trash.routes.ts'
import { undoEndpoints } from '../doors/http/tables/undo.routes.ts'
import { valuesEndpoints } from '../doors/http/tables/values.routes.ts'
import { rowWritingEndpoints } from '../doors/http/tables/write-rows.routes.ts'
import { overrideEndpoints } from '../doors/http/transforms/overrides.routes.ts'
import { recomputeEndpoints } from '../doors/http/transforms/recompute.routes.ts'
import { transformEndpoints } from '../doors/http/transforms/transforms.routes.ts'
import { usageSeriesEndpoints } from '../doors/http/usage/usage-series.routes.ts'
import { auditLogEndpoints } from '../doors/http/workbooks/audit-log.routes.ts'
import { workspaceDeletionEndpoints } from '../doors/http/workbooks/delete-workspace.routes.ts'
import { workbookMemberEndpoints } from '../doors/http/workbooks/members.routes.ts'
import { workbookEndpoints } from '../doors/http/workbooks/workbooks.routes.ts'
import { icebergEndpoints } from '../doors/iceberg/iceberg.routes.ts'
import { mcpEndpoints } from '../doors/mcp/mcp.routes.ts'
import { oauthEndpoints } from '../doors/mcp/oauth/oauth.routes.ts'
import { odataEndpoints } from '../doors/odata/odata.routes.ts'
import { scimEndpoints } from '../doors/scim/scim.routes.ts'
import { alsoAt } from '../platform/http/also-at.ts'
import type { Endpoint } from '../platform/http/endpoint.ts'

const IN_WORKBOOK = '/api/v1/workbooks/{workbook_id}'

/** A table is an artifact, and answers under both names. */
const FAMILIES = [`${IN_WORKBOOK}/tables/{name}`, `${IN_WORKBOOK}/artifacts/{name}`] as const

/** Feature by feature. */
const byFeature: readonly Endpoint[] = [
  ...accountEndpoints,
  ...workspaceEndpoints,
  ...workspaceMemberEndpoints,
  ...invitationEndpoints,
  ...domainEndpoints,
  ...groupRoleEndpoints,
  ...accountLogEndpoints,
  ...accountPolicyEndpoints,
  ...workspaceSettingsEndpoints,
  ...sessionEndpoints,
  ...deviceEndpoints,
  ...formEndpoints,
  ...oidcEndpoints,
  ...pageEndpoints,
  ...passwordEndpoints,
  ...tokenEndpoints,
  ...keyEndpoints,
  ...usageEndpoints,
  ...invitationAcceptanceEndpoints,
  ...invitationPageEndpoints,
  ...workspaceDeletionEndpoints,
  ...eventEndpoints,
  ...jobEndpoints,
  ...billingEndpoints,
  ...paymentEventEndpoints,
  ...usageSeriesEndpoints,
  ...meEndpoints,
  ...notificationEndpoints,
  ...workbookEndpoints,
  ...workbookMemberEndpoints,
  ...auditLogEndpoints,
  ...webhookEndpoints,
  ...deliveryEndpoints,
  ...streamEndpoints,
  ...artifactEndpoints,
  ...artifactListEndpoints,
  ...classificationEndpoints,
  ...policyEndpoints,
  ...rowPolicyEndpoints,
  ...governanceEndpoints,
  ...opEndpoints,
  ...lineageEndpoints,
  ...tableEndpoints,
  ...columnEndpoints,
  ...schemaEndpoints,
  ...rowEndpoints,
  ...rowWritingEndpoints,
  ...a1Endpoints,
  ...annotationEndpoints,
  ...commentEndpoints,
  ...syncBindingEndpoints,
  ...ruleEndpoints,
  ...proposalEndpoints,
  ...profileEndpoints,
  ...valuesEndpoints,
  ...findEndpoints,
  ...historyEndpoints,
  ...undoEndpoints,
  ...trashEndpoints,
  ...conflictEndpoints,
  ...savedViewEndpoints,
  ...queryEndpoints,
  ...summaryEndpoints,
  ...questionEndpoints,
  ...dashboardEndpoints,
  ...linkEndpoints,
  ...sharedEndpoints,
  ...transformEndpoints,
  ...recomputeEndpoints,
  ...overrideEndpoints,
  ...cloudFileEndpoints,
  ...drivePageEndpoints,
  ...sourceEndpoints,
  ...templateEndpoints,
  ...fetchedSourceEndpoints,
  ...parseSpecEndpoints,
  ...inspectEndpoints,
  ...editSourceEndpoints,
  ...originEndpoints,
  ...quarantineEndpoints,
  ...citationEndpoints,
  ...uploadEndpoints,
  ...snapshotEndpoints,
  ...restoreEndpoints,
  ...fileLinkEndpoints,
  ...cloudLinkEndpoints,
  ...versionContentEndpoints,
  ...branchEndpoints,
  ...sheetEndpoints,
  ...chartEndpoints,
  ...exportEndpoints,
  ...bundleEndpoints,
  ...erasureEndpoints,
  ...reviewEndpoints,
  ...catalogEndpoints,
  ...searchEndpoints,
  ...closingEndpoints,
  ...heldContentEndpoints,
  ...heldContentPageEndpoints,
]

/** Every endpoint of the service. */
export const endpoints: readonly Endpoint[] = alsoAt(byFeature, FAMILIES)

/** What agents and other engines speak to, in protocols that describe themselves: no part of the API, and so of no document of it. */
export const agentEndpoints: readonly Endpoint[] = [
  ...mcpEndpoints,
  ...oauthEndpoints,
  ...chartMakingEndpoints,
  ...icebergEndpoints,
  ...odataEndpoints,
  ...scimEndpoints,
]

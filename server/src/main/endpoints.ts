import { accountEndpoints } from '../features/accounts/accounts.routes.ts'
import { invitationEndpoints } from '../features/accounts/invitations/invitations.routes.ts'
import { workspaceMemberEndpoints } from '../features/accounts/members/members.routes.ts'
import { workspaceEndpoints } from '../features/accounts/workspaces/workspaces.routes.ts'
import { artifactEndpoints } from '../features/artifacts/artifacts.routes.ts'
import { billingEndpoints } from '../features/billing/billing.routes.ts'
import { paymentEventEndpoints } from '../features/billing/payments/payment-events.routes.ts'
import { branchEndpoints } from '../features/branches/branches.routes.ts'
import { bundleEndpoints } from '../features/bundles/bundles.routes.ts'
import { catalogEndpoints } from '../features/catalog/catalog.routes.ts'
import { chartEndpoints } from '../features/charts/charts.routes.ts'
import { chartMakingEndpoints } from '../features/charts/making-charts.routes.ts'
import { citationEndpoints } from '../features/citations/citations.routes.ts'
import { closingEndpoints } from '../features/closing/closing.routes.ts'
import { cloudFileEndpoints } from '../features/cloud-files/cloud-files.routes.ts'
import { drivePageEndpoints } from '../features/cloud-files/drive-pages.routes.ts'
import { commentEndpoints } from '../features/comments/comments.routes.ts'
import { domainEndpoints } from '../features/companies/domains/domains.routes.ts'
import { groupRoleEndpoints } from '../features/companies/groups/group-roles.routes.ts'
import { accountLogEndpoints } from '../features/companies/log/account-log.routes.ts'
import { accountPolicyEndpoints } from '../features/companies/policies/account-policies.routes.ts'
import { workspaceSettingsEndpoints } from '../features/companies/policies/workspace-settings.routes.ts'
import { scimEndpoints } from '../features/companies/scim/scim.routes.ts'
import { conflictEndpoints } from '../features/conflicts/conflicts.routes.ts'
import { keyEndpoints, tokenEndpoints } from '../features/credentials/tokens-and-keys.routes.ts'
import { usageEndpoints } from '../features/credentials/usage.routes.ts'
import { dashboardEndpoints } from '../features/dashboards/dashboards.routes.ts'
import { erasureEndpoints } from '../features/erasure/erasure.routes.ts'
import { eventEndpoints } from '../features/events/events.routes.ts'
import { exportEndpoints } from '../features/exports/exports.routes.ts'
import { cloudLinkEndpoints } from '../features/file-links/cloud-links.routes.ts'
import { fileLinkEndpoints } from '../features/file-links/file-links.routes.ts'
import { versionContentEndpoints } from '../features/file-links/version-contents.routes.ts'
import { artifactListEndpoints } from '../features/governance/artifacts/artifacts.routes.ts'
import { governanceEndpoints } from '../features/governance/governance.routes.ts'
import { policyEndpoints } from '../features/governance/policies/policies.routes.ts'
import { rowPolicyEndpoints } from '../features/governance/policies/rows/row-policies.routes.ts'
import { classificationEndpoints } from '../features/governance/tags/classifications.routes.ts'
import { heldContentEndpoints } from '../features/held-content/held-content.routes.ts'
import { heldContentPageEndpoints } from '../features/held-content/held-content-pages.routes.ts'
import { icebergEndpoints } from '../features/iceberg/iceberg.routes.ts'
import { jobEndpoints } from '../features/jobs/jobs.routes.ts'
import { lineageEndpoints } from '../features/lineage/lineage.routes.ts'
import { linkEndpoints } from '../features/links/links.routes.ts'
import { sharedEndpoints } from '../features/links/shared.routes.ts'
import { mcpEndpoints } from '../features/mcp/mcp.routes.ts'
import { oauthEndpoints } from '../features/mcp/oauth/oauth.routes.ts'
import { meEndpoints } from '../features/me/me.routes.ts'
import { notificationEndpoints } from '../features/notifications/notifications.routes.ts'
import { odataEndpoints } from '../features/odata/odata.routes.ts'
import { opEndpoints } from '../features/ops/ops.routes.ts'
import { queryEndpoints } from '../features/queries/queries.routes.ts'
import { questionEndpoints } from '../features/questions/questions.routes.ts'
import { reviewEndpoints } from '../features/review/review.routes.ts'
import { savedViewEndpoints } from '../features/saved-views/saved-views.routes.ts'
import { searchEndpoints } from '../features/search/search.routes.ts'
import { deviceEndpoints } from '../features/sessions/device/device.routes.ts'
import { invitationAcceptanceEndpoints } from '../features/sessions/invitations/invitations.routes.ts'
import { oidcEndpoints } from '../features/sessions/oidc/oidc.routes.ts'
import { formEndpoints } from '../features/sessions/pages/forms.routes.ts'
import { invitationPageEndpoints } from '../features/sessions/pages/invitation-pages.routes.ts'
import { pageEndpoints } from '../features/sessions/pages/pages.routes.ts'
import { passwordEndpoints } from '../features/sessions/password/password.routes.ts'
import { sessionEndpoints } from '../features/sessions/sessions.routes.ts'
import { sheetEndpoints } from '../features/sheets/sheets.routes.ts'
import { restoreEndpoints } from '../features/snapshots/restore.routes.ts'
import { snapshotEndpoints } from '../features/snapshots/snapshots.routes.ts'
import { editSourceEndpoints } from '../features/sources/edit/edit.routes.ts'
import { inspectEndpoints } from '../features/sources/inspect/inspect.routes.ts'
import { originEndpoints } from '../features/sources/origins/origins.routes.ts'
import { parseSpecEndpoints } from '../features/sources/parse-spec/parse-spec.routes.ts'
import { quarantineEndpoints } from '../features/sources/quarantine/quarantine.routes.ts'
import { sourceEndpoints } from '../features/sources/sources.routes.ts'
import { templateEndpoints } from '../features/sources/templates/templates.routes.ts'
import { fetchedSourceEndpoints } from '../features/sources/upload/fetched-sources.routes.ts'
import { uploadEndpoints } from '../features/sources/upload/uploads.routes.ts'
import { summaryEndpoints } from '../features/summaries/summaries.routes.ts'
import { annotationEndpoints } from '../features/tables/annotations/annotations.routes.ts'
import { columnEndpoints } from '../features/tables/columns/columns.routes.ts'
import { findEndpoints } from '../features/tables/find/find.routes.ts'
import { historyEndpoints } from '../features/tables/history/history.routes.ts'
import { undoEndpoints } from '../features/tables/history/undo.routes.ts'
import { profileEndpoints } from '../features/tables/profile/profile.routes.ts'
import { proposalEndpoints } from '../features/tables/proposals/proposals.routes.ts'
import { a1Endpoints } from '../features/tables/ranges/a1.routes.ts'
import { rowEndpoints } from '../features/tables/rows/rows.routes.ts'
import { rowWritingEndpoints } from '../features/tables/rows/write-rows.routes.ts'
import { ruleEndpoints } from '../features/tables/rules/rules.routes.ts'
import { schemaEndpoints } from '../features/tables/schema/schema.routes.ts'
import { syncBindingEndpoints } from '../features/tables/sync-bindings/sync-bindings.routes.ts'
import { tableEndpoints } from '../features/tables/tables.routes.ts'
import { trashEndpoints } from '../features/tables/trash/trash.routes.ts'
import { valuesEndpoints } from '../features/tables/values/values.routes.ts'
import { overrideEndpoints } from '../features/transforms/overrides/overrides.routes.ts'
import { recomputeEndpoints } from '../features/transforms/recompute/recompute.routes.ts'
import { transformEndpoints } from '../features/transforms/transforms.routes.ts'
import { usageSeriesEndpoints } from '../features/usage/usage-series.routes.ts'
import { deliveryEndpoints } from '../features/webhooks/deliveries/deliveries.routes.ts'
import { streamEndpoints } from '../features/webhooks/stream/stream.routes.ts'
import { webhookEndpoints } from '../features/webhooks/webhooks.routes.ts'
import { auditLogEndpoints } from '../features/workbooks/audit-log.routes.ts'
import { workspaceDeletionEndpoints } from '../features/workbooks/delete-workspace.routes.ts'
import { workbookMemberEndpoints } from '../features/workbooks/members.routes.ts'
import { workbookEndpoints } from '../features/workbooks/workbooks.routes.ts'
import { alsoAt } from '../http/also-at.ts'
import type { Endpoint } from '../http/endpoint.ts'

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

import { VIEWER_HOURS } from '../../contract/viewer.ts'
import { newBearerToken } from '../../domain/bearer-token.ts'
import { readMerchant } from '../../server/database/merchants.ts'
import { tradeSignInLink } from '../database/viewers.ts'
import { accept, refuse } from '../../server/api/handler.ts'
import type { SandboxHandler } from '../sandbox-context.ts'
import { presentViewer } from './present-viewer.ts'
import { tokenHash } from './token-hash.ts'

export const signInViewer: SandboxHandler<'signInViewer'> = async (context, { body }) => {
  const { database, random } = context
  const now = context.wallClock()
  const viewerToken = newBearerToken(random)
  const expiresAt = new Date(now.getTime() + VIEWER_HOURS * 3_600_000)
  const merchantId = await tradeSignInLink(database, {
    linkHash: tokenHash(body.token),
    viewerHash: tokenHash(viewerToken),
    now,
    expiresAt,
  })
  if (merchantId === undefined)
    return refuse('invalid_sign_in_link', 'The link was used, is too old, was revoked, or is none.')
  const merchant = await readMerchant(database, merchantId)
  if (merchant === undefined) throw new Error('a link without a merchant')
  return accept({
    object: 'signed_in_viewer',
    viewerToken,
    viewer: presentViewer(context, { merchant, expiresAt }),
  })
}

import { VIEWER_TOKEN_HEADER } from '../../contract/viewer.ts'
import { readMerchant } from '../../server/database/merchants.ts'
import { readViewer } from '../database/viewers.ts'
import type { ServiceContext } from '../../server/context.ts'
import { refuse, type KnownViewer, type Refusal } from '../../server/api/handler.ts'
import { tokenHash } from './token-hash.ts'

/** One response for unknown, expired, signed-out and revoked tokens, so that they cannot be told apart. */
const INVALID = refuse('invalid_viewer_token', 'The viewer is not signed in, or no longer.')

/** The viewer of a request's token, by real time. */
export async function authenticateViewer(
  { database, wallClock }: Pick<ServiceContext, 'database' | 'wallClock'>,
  headers: Headers,
): Promise<KnownViewer | Refusal> {
  const token = headers.get(VIEWER_TOKEN_HEADER)
  if (token === null || token === '') return INVALID
  const hash = tokenHash(token)
  const known = await readViewer(database, hash, wallClock())
  if (known === undefined) return INVALID
  const merchant = await readMerchant(database, known.merchantId)
  if (merchant === undefined) throw new Error('a viewer without a merchant')
  return { merchant, tokenHash: hash, expiresAt: known.expiresAt }
}

import { statement, type Queryable } from './database.ts'
import { open, seal } from './secret-box.ts'

/** Every notification carries one signature for each: the current secret and those that are being rotated out. */
const LIVE_SECRETS_MAX = 6

export interface NewWebhookSecret {
  /** A UUID. */
  id: string
  merchantId: string
  /** `whsec_…` */
  secret: string
  /** 32 bytes that the database does not hold. */
  key: Uint8Array
  now: Date
}

const INSERT = statement(
  'insert webhook secret',
  'insert into webhook_secrets (id, merchant_id, ciphertext, created_at) values ($1, $2, $3, $4)',
)

export async function addWebhookSecret(db: Queryable, added: NewWebhookSecret): Promise<void> {
  await db.query(INSERT, [added.id, added.merchantId, sealed(added), added.now])
}

const ROTATE = statement(
  'rotate webhook secret',
  `with ending as (
     update webhook_secrets set expires_at = $5
     where merchant_id = $2 and (expires_at is null or expires_at > $5)
   )
   insert into webhook_secrets (id, merchant_id, ciphertext, created_at) values ($1, $2, $3, $4)`,
)

/** Adds a secret that signs at once; those before it sign beside it until the overlap is over. */
export async function rotateWebhookSecret(
  db: Queryable,
  { overlapSeconds, ...added }: NewWebhookSecret & { overlapSeconds: number },
): Promise<void> {
  const overlapEnds = new Date(added.now.getTime() + overlapSeconds * 1000)
  await db.query(ROTATE, [added.id, added.merchantId, sealed(added), added.now, overlapEnds])
}

const LIVE = statement(
  'live webhook secrets',
  `select id, ciphertext from webhook_secrets
   where merchant_id = $1 and (expires_at is null or expires_at > $2)
   order by created_at desc, expires_at desc nulls first limit ${LIVE_SECRETS_MAX}`,
)

/** The secrets that sign now, the current one first. */
export async function liveWebhookSecrets(
  db: Queryable,
  key: Uint8Array,
  merchantId: string,
  now: Date,
): Promise<string[]> {
  const rows = await db.query<{ id: string; ciphertext: Buffer }>(LIVE, [merchantId, now])
  return rows.map(({ id, ciphertext }) => open(key, ciphertext, owner(merchantId, id)))
}

const PRUNE = statement(
  'prune webhook secrets',
  'delete from webhook_secrets where expires_at <= $1',
)

export async function pruneWebhookSecrets(db: Queryable, now: Date): Promise<void> {
  await db.query(PRUNE, [now])
}

function sealed({ key, secret, merchantId, id }: NewWebhookSecret): Buffer {
  return seal(key, secret, owner(merchantId, id))
}

function owner(merchantId: string, id: string): string {
  return `${merchantId} ${id}`
}

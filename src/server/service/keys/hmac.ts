import { createHmac } from 'node:crypto'
import type { Hmac } from '#domain/webhook-secret.ts'

/** Synchronous, by OpenSSL: to hash two kilobytes, WebCrypto would run two jobs on another thread. */
export const nodeHmac: Hmac = (key, content) => createHmac('sha256', key).update(content).digest()
